import { lazyRouteComponent } from '@tanstack/react-router'
import type { entityPaths } from '#entities/screenPaths.ts'
import { withTexts } from '#language/web/language.tsx'
import type { Screens } from '#platform/web/screen.ts'

/** The screens of entities, but for those that the shell composes. */
export const entityScreens = {
  '/$eid/entity': {
    layout: 'environment',
    component: lazyRouteComponent(
      () => withTexts(import('#entities/web/EntitiesPage.tsx'), ['entities', 'environments']),
      'EntitiesPage',
    ),
  },
  '/$eid/entity/create': {
    layout: 'environment',
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
  },
  '/$eid/entity/$tid/settings': {
    layout: 'environment',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#entities/web/EntitySettingsPage.tsx'), [
          'attributes',
          'changes',
          'design',
          'entities',
          'environments',
          'expressions',
          'labels',
        ]),
      'EntitySettingsPage',
    ),
  },
  '/$eid/variables': {
    layout: 'environment',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#entities/web/VariablesPage.tsx'), [
          'attributes',
          'changes',
          'design',
          'entities',
          'environments',
          'expressions',
        ]),
      'VariablesPage',
    ),
  },
  '/$eid/features': {
    layout: 'environment',
    component: lazyRouteComponent(
      () => withTexts(import('#entities/web/FeaturesPage.tsx'), ['changes', 'entities', 'environments']),
      'FeaturesPage',
    ),
  },
} satisfies Partial<Screens<typeof entityPaths>>
