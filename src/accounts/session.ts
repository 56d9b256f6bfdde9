/** Specification 4 and product ruling 2.17, in seconds unless said otherwise. */
export const accessLifetime = 20 * 60
export const refreshInterval = 15 * 60
/** How long an old refresh token stays good, unless the new one is used before. */
export const refreshGrace = 30

/** How long a session may rest, and how long it may last at all. */
export const sessionLife = {
  remembered: { rest: 30 * 86_400, whole: 180 * 86_400 },
  passing: { rest: 86_400, whole: 7 * 86_400 },
} as const

/** The prefix binds them to this very host over a secure connection (RFC 6265bis 4.1.3.2). */
export const accessCookie = '__Host-lintel-session'
export const refreshCookie = '__Host-lintel-refresh'

/** Keys of the browser's session storage. */
export const storageKeys = { accessToken: 'access_token', rememberMe: 'remember_me' } as const

export const csrfHeader = 'x-csrf-token'

export type SessionMethod = 'cookie' | 'jwt'
export type SessionMode = 'strict' | 'lax'

/**
 * Specification 7: by cookie where the browser stores cookies and the page is secure (localhost counts), otherwise by
 * token.
 */
export function refreshMethod(page: { secureContext: boolean; cookiesEnabled: boolean }): SessionMethod {
  return page.secureContext && page.cookiesEnabled ? 'cookie' : 'jwt'
}

/** Specification 2: a first path segment that is empty, "index" or "auth" marks a public page. */
export function publicPage(path: string): boolean {
  const [, first = ''] = (path.split(/[?#]/, 1)[0] ?? '').split('/')
  return ['', 'index', 'auth'].includes(first)
}

/** The sign-in page for a visitor without a session; the wanted page is passed on as a path of this site. */
export function signInAddress(wanted: string): string {
  return isOwnPath(wanted) && !publicPage(wanted) ? `/auth?next=${encodeURIComponent(wanted)}` : '/auth'
}

/** The page after sign-in: only a path of this site, never another address or a public page. */
export function placeAfterSignIn(next: string | null | undefined): string {
  return next && isOwnPath(next) && !publicPage(next) ? next : '/main'
}

/** A page of the sign-in with the wanted page passed on. */
export function withNext(path: string, next: string | undefined): string {
  return next && isOwnPath(next) ? `${path}?next=${encodeURIComponent(next)}` : path
}

function isOwnPath(path: string): boolean {
  // A second slash or a backslash would name another host; control characters are dropped by browsers before they look.
  // oxlint-disable-next-line no-control-regex
  return path.startsWith('/') && !/^\/[/\\]|[\u0000-\u001f\\]/.test(path)
}
