import { lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '#language/web/language.tsx'
import type { ScreenPath } from '#main/pagePaths.ts'
import type { Screen } from '#platform/web/screen.ts'

/** Screens of one concept that show parts of others, which are passed in here. */
export const composedScreens = {
  '/main': {
    layout: 'person',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/HomeRoute.tsx'), ['environments', 'security']),
      'HomeRoute',
    ),
  },
  '/keys': {
    layout: 'person',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/KeysRoute.tsx'), ['accounts', 'design']),
      'KeysRoute',
    ),
  },
  '/profile': {
    layout: 'person',
    component: lazyRouteComponent(() => withTexts(import('#main/web/ProfileRoute.tsx'), ['accounts']), 'ProfileRoute'),
  },
  '/settings': {
    layout: 'person',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/SettingsRoute.tsx'), ['accounts']),
      'SettingsRoute',
    ),
  },
  '/users/$userid': {
    layout: 'person',
    guard: 'ids',
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
  },
  '/users/$userid/manage': {
    layout: 'person',
    guard: 'ids',
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
  },
  '/$eid/entity/$tid/attribute': {
    layout: 'environment',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#main/web/AttributesRoute.tsx'), [
          'attributes',
          'changes',
          'design',
          'entities',
          'environments',
          'expressions',
          'jobs',
          'platform',
          'records',
          'records/exchange',
          'security',
        ]),
      'AttributesRoute',
    ),
  },
  '/$eid/entity/$tid/view': {
    layout: 'environment',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#main/web/ViewsRoute.tsx'), ['attributes', 'changes', 'entities', 'expressions', 'views']),
      'ViewsRoute',
    ),
  },
  '/$eid/change': {
    layout: 'environment',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#main/web/ChangesRoute.tsx'), [
          'attributes',
          'changes',
          'entities',
          'environments',
          'records',
          'records/kinds',
          'views',
        ]),
      'ChangesRoute',
    ),
  },
  '/$eid/job': {
    layout: 'environment',
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
  },
} satisfies Partial<Record<ScreenPath, Screen>>
