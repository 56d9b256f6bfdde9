import { lazyRouteComponent } from '@tanstack/react-router'
import type { auditPaths } from '#audit/screenPaths.ts'
import { withTexts } from '#language/web/language.tsx'
import type { Screens } from '#platform/web/screen.ts'

/** The screens of audit. */
export const auditScreens = {
  '/users/audit': {
    layout: 'person',
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
  },
  '/$eid/audit': {
    layout: 'environment',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#audit/web/AuditPage.tsx'), [
          'attributes',
          'audit',
          'changes',
          'entities',
          'platform',
          'records',
          'records/history',
          'security',
        ]),
      'AuditPage',
    ),
  },
} satisfies Screens<typeof auditPaths>
