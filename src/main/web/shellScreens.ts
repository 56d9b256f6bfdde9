import { lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '#language/web/language.tsx'
import type { shellPaths } from '#main/pagePaths.ts'
import type { Screens } from '#platform/web/screen.ts'

/** The screens of no concept: the public index, the law, the overview of an environment, and samples. */
export const shellScreens = {
  '/': {
    layout: 'public',
    guard: 'lastPlace',
    component: lazyRouteComponent(() => withTexts(import('#main/web/public/IndexPage.tsx'), ['main']), 'IndexPage'),
  },
  '/index': {
    layout: 'public',
    component: lazyRouteComponent(() => withTexts(import('#main/web/public/IndexPage.tsx'), ['main']), 'IndexPage'),
  },
  '/index/terms': {
    layout: 'public',
    component: lazyRouteComponent(() => withTexts(import('#main/web/public/LegalPage.tsx'), ['main']), 'TermsPage'),
  },
  '/index/privacy': {
    layout: 'public',
    component: lazyRouteComponent(() => withTexts(import('#main/web/public/LegalPage.tsx'), ['main']), 'PrivacyPage'),
  },
  '/index/use': {
    layout: 'public',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/public/LegalPage.tsx'), ['main']),
      'AcceptableUsePage',
    ),
  },
  '/tailwind/test': {
    layout: 'person',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/SamplePages.tsx'), ['attributes', 'design', 'records/kinds']),
      'PlaygroundPage',
    ),
  },
  '/test/squire': {
    layout: 'person',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/SamplePages.tsx'), ['attributes', 'design', 'records/kinds']),
      'RichTextPage',
    ),
  },
  '/$eid': {
    layout: 'environment',
    component: lazyRouteComponent(
      () => withTexts(import('#main/web/OverviewPage.tsx'), ['attributes', 'changes', 'main']),
      'OverviewPage',
    ),
  },
} satisfies Screens<typeof shellPaths>
