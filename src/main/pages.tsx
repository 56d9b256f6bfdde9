import { lazy, Suspense } from 'react'
import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router'
import { publicPage } from '#accounts/session.ts'
import { withTexts } from '#language/web/language.tsx'
import { keepLastPlace } from '#platform/web/lastPlace.ts'
import type { ScreenGuard, ScreenLayout } from '#platform/web/screen.ts'
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

const layouts = { public: auth, person: standard, database, environment }
const guardsOfScreens = {
  lastPlace: openLastPlace,
  signedOut: passSignedIn,
  ids: guards('ids'),
  door: guards('door'),
} satisfies Record<ScreenGuard, unknown>

/** The routes of the screens that lie in a layout. */
function routesIn(name: ScreenLayout) {
  return Object.entries(screens)
    .filter(([, { layout }]) => layout === name)
    .map(([path, { component, guard }]) =>
      createRoute({
        getParentRoute: () => layouts[name],
        path: name === 'environment' ? path.slice('/$eid'.length) || '/' : path,
        ...(guard && { beforeLoad: guardsOfScreens[guard] }),
        ...(component && { component }),
      }),
    )
}

const tree = root.addChildren([
  auth.addChildren(routesIn('public')),
  standard.addChildren(routesIn('person')),
  database.addChildren([...routesIn('database'), environment.addChildren(routesIn('environment'))]),
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
