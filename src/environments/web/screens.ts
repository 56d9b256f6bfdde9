import { lazyRouteComponent } from '@tanstack/react-router'
import type { environmentPaths } from '#environments/screenPaths.ts'
import { withTexts } from '#language/web/language.tsx'
import type { Screens } from '#platform/web/screen.ts'

/** The screens of environments, but for those that the shell composes. */
export const environmentScreens = {
  '/d/$': {
    layout: 'database',
    guard: 'door',
  },
  '/environments': {
    layout: 'database',
    component: lazyRouteComponent(
      () => withTexts(import('#environments/web/EnvironmentsPage.tsx'), []),
      'EnvironmentsPage',
    ),
  },
  '/environments/create': {
    layout: 'database',
    component: lazyRouteComponent(
      () => withTexts(import('#environments/web/EnvironmentCreatePage.tsx'), ['design', 'environments']),
      'EnvironmentCreatePage',
    ),
  },
  '/$eid/manage': {
    layout: 'environment',
    component: lazyRouteComponent(
      () => withTexts(import('#environments/web/ManagePage.tsx'), ['design', 'environments', 'platform']),
      'ManagePage',
    ),
  },
} satisfies Partial<Screens<typeof environmentPaths>>
