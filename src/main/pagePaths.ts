const id = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}'

/** The addresses of the web's pages, `{id}` standing for a uuid: what the server answers with 200. `pages.tsx` shows them. */
export const pagePaths = [
  '/',
  '/index',
  '/index/terms',
  '/index/privacy',
  '/index/use',
  '/auth',
  '/auth/signup',
  '/auth/verify',
  '/auth/signout',
  '/auth/reset',
  '/auth/second',
  '/auth/external/facebook',
  '/auth/external/google',
  '/auth/external/microsoft',
  '/auth/external/oidc',
  '/main',
  '/keys',
  '/profile',
  '/profile/security',
  '/settings',
  '/users',
  '/users/audit',
  '/users/rules',
  '/users/{id}',
  '/users/{id}/manage',
  '/d',
  '/environments',
  '/environments/create',
  '/{id}',
  '/{id}/manage',
  '/{id}/change',
  '/{id}/job',
  '/{id}/import',
  '/{id}/variables',
  '/{id}/features',
  '/{id}/audit',
  '/{id}/users',
  '/{id}/role',
  '/{id}/role/{id}',
  '/{id}/entity',
  '/{id}/entity/create',
  '/{id}/entity/{id}',
  '/{id}/entity/{id}/settings',
  '/{id}/entity/{id}/attribute',
  '/{id}/entity/{id}/view',
  '/{id}/entity/{id}/security',
  '/{id}/entity/{id}/trash',
  '/{id}/entity/{id}/history',
  '/{id}/entity/{id}/create',
  '/{id}/entity/{id}/{id}',
  '/tailwind/styles',
] as const

const pattern = new RegExp(`^(?:${pagePaths.map((path) => path.replaceAll('{id}', id)).join('|')})/?$`, 'i')

/** Whether the web has a page at this path. `/d/...` is the door: it leads on to any page of the environment last used. */
export function isPage(path: string): boolean {
  return pattern.test(path) || path.startsWith('/d/')
}
