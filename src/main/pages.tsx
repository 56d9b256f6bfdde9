import { lazy, Suspense } from 'react'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { publicPage } from '#accounts/session.ts'
import { withTexts } from '#language/web/language.tsx'
import { keepLastPlace } from '#platform/web/lastPlace.ts'
import { entrance, guards, openLastPlace, openNowhere, passSignedIn } from '#main/web/guards.ts'
import { ErrorPage } from '#main/web/ErrorPage.tsx'
import { screens } from '#main/web/screens.ts'
import { Root } from '#main/web/Root.tsx'

const NotFoundPage = lazy(async () => ({ default: (await import('#main/web/NotFoundPage.tsx')).NotFoundPage }))

const root = createRootRoute({ component: Root })

const auth = createRoute({
  getParentRoute: () => root,
  id: '_auth',
  component: lazyRouteComponent(() => import('#main/web/AuthLayout.tsx'), 'AuthLayout'),
})
const standard = createRoute({
  getParentRoute: () => root,
  id: '_default',
  beforeLoad: guards('signedIn'),
  component: lazyRouteComponent(() => withTexts(import('#main/web/DefaultLayout.tsx'), ['session']), 'DefaultLayout'),
})
const database = createRoute({
  getParentRoute: () => root,
  id: '_database',
  beforeLoad: guards('ids', 'signedIn'),
  component: lazyRouteComponent(() => withTexts(import('#main/web/DatabaseLayout.tsx'), ['session']), 'DatabaseLayout'),
})
/** Everything below /{eid}. */
const environment = createRoute({ getParentRoute: () => database, path: '/$eid', beforeLoad: guards('environment') })

const IndexPage = lazyRouteComponent(() => withTexts(import('#main/web/public/IndexPage.tsx'), ['main']), 'IndexPage')
const samples = () => withTexts(import('#main/web/SamplePages.tsx'), ['attributes', 'design', 'records/kinds'])
const legal = () => withTexts(import('#main/web/public/LegalPage.tsx'), ['main'])

const publicPages = [
  createRoute({ getParentRoute: () => auth, path: '/', beforeLoad: openLastPlace, component: IndexPage }),
  createRoute({ getParentRoute: () => auth, path: '/index', component: IndexPage }),
  createRoute({ getParentRoute: () => auth, path: '/index/terms', component: lazyRouteComponent(legal, 'TermsPage') }),
  createRoute({
    getParentRoute: () => auth,
    path: '/index/privacy',
    component: lazyRouteComponent(legal, 'PrivacyPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/index/use',
    component: lazyRouteComponent(legal, 'AcceptableUsePage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/auth',
    beforeLoad: passSignedIn,
    component: lazyRouteComponent(() => import('#accounts/web/SignInPage.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/auth/signup',
    beforeLoad: passSignedIn,
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/SignUpPage.tsx'), ['accounts', 'session']),
      'SignUpPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/auth/verify',
    component: lazyRouteComponent(() => withTexts(import('#accounts/web/VerifyPage.tsx'), ['accounts']), 'VerifyPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/auth/second',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/SecondFactorPage.tsx'), ['accounts']),
      'SecondFactorPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/auth/external/$provider',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/ExternalPage.tsx'), ['accounts']),
      'ExternalPage',
    ),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/auth/reset',
    component: lazyRouteComponent(() => withTexts(import('#accounts/web/ResetPage.tsx'), ['accounts']), 'ResetPage'),
  }),
  createRoute({
    getParentRoute: () => auth,
    path: '/auth/signout',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/SignOutPage.tsx'), ['accounts']),
      'SignOutPage',
    ),
  }),
]

const defaultPages = [
  createRoute({
    getParentRoute: () => standard,
    path: '/main',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/HomeRoute.tsx'), ['environments', 'security']),
      'HomeRoute',
    ),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/keys',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/KeysRoute.tsx'), ['accounts', 'design']),
      'KeysRoute',
    ),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/profile/security',
    component: lazyRouteComponent(
      () => withTexts(import('#accounts/web/SecurityPage.tsx'), ['accounts', 'design']),
      'SecurityPage',
    ),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/profile',
    component: lazyRouteComponent(() => withTexts(import('#main/web/ProfileRoute.tsx'), ['accounts']), 'ProfileRoute'),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/settings',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/SettingsRoute.tsx'), ['accounts']),
      'SettingsRoute',
    ),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/users',
    component: lazyRouteComponent(() => withTexts(import('#accounts/web/UsersPage.tsx'), ['accounts']), 'UsersPage'),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/users/audit',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#audit/web/InstallationLogPage.tsx'), [
          'attributes',
          'audit',
          'changes',
          'entities',
          'platform',
          'records',
          'records/history',
          'security',
        ]),
      'InstallationLogPage',
    ),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/users/rules',
    component: lazyRouteComponent(() => withTexts(import('#accounts/web/RulesPage.tsx'), ['accounts']), 'RulesPage'),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/users/$userid',
    beforeLoad: guards('ids'),
    component: lazyRouteComponent(
      () =>
        withTexts(import('#main/web/UserRoutes.tsx'), [
          'accounts',
          'attributes',
          'audit',
          'changes',
          'entities',
          'platform',
          'records',
          'records/history',
          'security',
        ]),
      'UserRoute',
    ),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/users/$userid/manage',
    beforeLoad: guards('ids'),
    component: lazyRouteComponent(
      () =>
        withTexts(import('#main/web/UserRoutes.tsx'), [
          'accounts',
          'attributes',
          'audit',
          'changes',
          'entities',
          'platform',
          'records',
          'records/history',
          'security',
        ]),
      'UserManageRoute',
    ),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/tailwind/styles',
    component: lazyRouteComponent(() => withTexts(import('#design/web/StyleGuide.tsx'), ['design']), 'StyleGuide'),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/tailwind/test',
    component: lazyRouteComponent(samples, 'PlaygroundPage'),
  }),
  createRoute({
    getParentRoute: () => standard,
    path: '/test/squire',
    component: lazyRouteComponent(samples, 'RichTextPage'),
  }),
]

const databasePages = [
  // Also /d itself: what stands behind it may be nothing.
  createRoute({ getParentRoute: () => database, path: '/d/$', beforeLoad: guards('door') }),
  createRoute({
    getParentRoute: () => database,
    path: '/environments',
    component: lazyRouteComponent(
      () => withTexts(import('#environments/web/EnvironmentsPage.tsx'), []),
      'EnvironmentsPage',
    ),
  }),
  createRoute({
    getParentRoute: () => database,
    path: '/environments/create',
    component: lazyRouteComponent(
      () => withTexts(import('#environments/web/EnvironmentCreatePage.tsx'), ['design', 'environments']),
      'EnvironmentCreatePage',
    ),
  }),
]

const environmentPages = [
  createRoute({
    getParentRoute: () => environment,
    path: '/',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/OverviewPage.tsx'), ['attributes', 'changes', 'main']),
      'OverviewPage',
    ),
  }),
  createRoute({
    getParentRoute: () => environment,
    path: '/manage',
    component: lazyRouteComponent(
      () => withTexts(import('#environments/web/ManagePage.tsx'), ['design', 'environments', 'platform']),
      'ManagePage',
    ),
  }),
  createRoute({
    getParentRoute: () => environment,
    path: '/entity',
    component: lazyRouteComponent(
      () => withTexts(import('#entities/web/EntitiesPage.tsx'), ['entities', 'environments']),
      'EntitiesPage',
    ),
  }),
  createRoute({
    getParentRoute: () => environment,
    path: '/entity/create',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#entities/web/EntityCreatePage.tsx'), [
          'attributes',
          'changes',
          'design',
          'entities',
          'environments',
          'expressions',
        ]),
      'EntityCreatePage',
    ),
  }),
  createRoute({
    getParentRoute: () => environment,
    path: '/change',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#main/web/ChangesRoute.tsx'), [
          'attributes',
          'changes',
          'entities',
          'environments',
          'labels',
          'records',
          'records/kinds',
          'views',
        ]),
      'ChangesRoute',
    ),
  }),
  createRoute({
    getParentRoute: () => environment,
    path: '/job',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#main/web/JobsRoute.tsx'), [
          'attributes',
          'changes',
          'design',
          'entities',
          'jobs',
          'platform',
          'records',
          'records/exchange',
          'records/history',
        ]),
      'JobsRoute',
    ),
  }),
  ...screens.map(({ path, component }) => createRoute({ getParentRoute: () => environment, path, component })),
]

const tree = root.addChildren([
  auth.addChildren(publicPages),
  standard.addChildren(defaultPages),
  database.addChildren([...databasePages, environment.addChildren(environmentPages)]),
  createRoute({ getParentRoute: () => root, path: '/$', beforeLoad: openNowhere }),
])

/** Every screen of the web app with the layout it lies in and the guards before it. */
export function createPages() {
  const pages = createRouter({
    routeTree: tree,
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    defaultErrorComponent: ErrorPage,
    defaultNotFoundComponent: ({ data }) => (
      <Suspense>
        <NotFoundPage data={data} />
      </Suspense>
    ),
    notFoundMode: 'root',
    scrollRestoration: true,
    // Lists and panels keep their own state in the address; what they write there is text.
    trailingSlash: 'never',
  })
  // Specification 7: the current user is loaded after each page finish, except on public pages.
  pages.subscribe('onResolved', ({ toLocation }) => {
    if (publicPage(toLocation.pathname)) return
    void entrance().then(({ loadMe }) => loadMe())
    if (pages.state.matches.every(({ status }) => status === 'success')) keepLastPlace(toLocation.href)
  })
  return pages
}

type Pages = ReturnType<typeof createPages>

/** Fetches the code of the page at the address, of its layout and of what stands before it, at once instead of in turn. */
export function preload(pages: Pages): void {
  const { pathname } = pages.latestLocation
  if (!publicPage(pathname)) void entrance().catch(() => undefined)
  for (const { routeId } of pages.matchRoutes(pages.latestLocation)) {
    const route = pages.routesById[routeId]
    // What fails here fails again, and is told, when the page opens.
    if (route) void pages.loadRouteChunk(route)?.catch(() => undefined)
  }
}
