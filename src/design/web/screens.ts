import { lazyRouteComponent } from '@tanstack/react-router'
import type { designPaths } from '#design/screenPaths.ts'
import { withTexts } from '#language/web/language.tsx'
import type { Screens } from '#platform/web/screen.ts'

/** The screens of design. */
export const designScreens = {
  '/tailwind/styles': {
    layout: 'person',
    component: lazyRouteComponent(
      () => withTexts(import('#design/web/guide/StyleGuide.tsx'), ['design']),
      'StyleGuide',
    ),
  },
} satisfies Screens<typeof designPaths>
