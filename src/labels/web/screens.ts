import { lazyRouteComponent } from '@tanstack/react-router'
import type { labelPaths } from '#labels/screenPaths.ts'
import { withTexts } from '#language/web/language.tsx'
import type { Screens } from '#platform/web/screen.ts'

/** The screens of labels. */
export const labelScreens = {
  '/$eid/entity/$tid/language': {
    layout: 'environment',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#labels/web/LabelsPage.tsx'), [
          'attributes',
          'changes',
          'entities',
          'environments',
          'labels',
          'views',
        ]),
      'LabelsPage',
    ),
  },
} satisfies Screens<typeof labelPaths>
