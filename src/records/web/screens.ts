import { lazyRouteComponent } from '@tanstack/react-router'
import type { recordPaths } from '#records/screenPaths.ts'
import { withTexts } from '#language/web/language.tsx'
import type { Screens } from '#platform/web/screen.ts'

/** The screens of records. */
export const recordScreens = {
  '/$eid/entity/$tid': {
    layout: 'environment',
    component: lazyRouteComponent(() => withTexts(import('#records/web/list/RecordsPage.tsx'), []), 'RecordsPage'),
  },
  '/$eid/entity/$tid/create': {
    layout: 'environment',
    component: lazyRouteComponent(
      () => withTexts(import('#records/web/form/RecordPage.tsx'), ['attributes', 'design', 'entities', 'records']),
      'RecordPage',
    ),
  },
  '/$eid/entity/$tid/$oid': {
    layout: 'environment',
    component: lazyRouteComponent(
      () => withTexts(import('#records/web/form/RecordPage.tsx'), ['attributes', 'design', 'entities', 'records']),
      'RecordPage',
    ),
  },
  '/$eid/entity/$tid/trash': {
    layout: 'environment',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#records/history/web/TrashPage.tsx'), ['entities', 'platform', 'records', 'records/history']),
      'TrashPage',
    ),
  },
  '/$eid/entity/$tid/history': {
    layout: 'environment',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#records/history/web/CausesPage.tsx'), [
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
      'CausesPage',
    ),
  },
  '/$eid/import': {
    layout: 'environment',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#records/exchange/web/ImportPage.tsx'), [
          'attributes',
          'changes',
          'design',
          'entities',
          'environments',
          'jobs',
          'platform',
          'records',
          'records/exchange',
          'records/history',
        ]),
      'ImportPage',
    ),
  },
} satisfies Screens<typeof recordPaths>
