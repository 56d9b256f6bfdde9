import { lazyRouteComponent } from '@tanstack/react-router'
import { withTexts } from '#language/web/language.tsx'

/** The screens below /{eid} by their paths, each loaded when it is first opened. */
export const screens = [
  {
    path: '/entity/$tid',
    component: lazyRouteComponent(() => withTexts(import('#records/web/list/RecordsPage.tsx'), []), 'RecordsPage'),
  },
  {
    path: '/entity/$tid/create',
    component: lazyRouteComponent(
      () => withTexts(import('#records/web/form/RecordPage.tsx'), ['attributes', 'design', 'entities', 'records']),
      'RecordPage',
    ),
  },
  {
    path: '/entity/$tid/settings',
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
  {
    path: '/entity/$tid/attribute',
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
  {
    path: '/entity/$tid/view',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#main/web/ViewsRoute.tsx'), ['attributes', 'changes', 'entities', 'expressions', 'views']),
      'ViewsRoute',
    ),
  },
  {
    path: '/entity/$tid/language',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#labels/web/LabelsPage.tsx'), [
          'attributes',
          'changes',
          'entities',
          'environments',
          'labels',
        ]),
      'LabelsPage',
    ),
  },
  {
    path: '/entity/$tid/trash',
    component: lazyRouteComponent(
      () =>
        withTexts(import('#records/history/web/TrashPage.tsx'), ['entities', 'platform', 'records', 'records/history']),
      'TrashPage',
    ),
  },
  {
    path: '/entity/$tid/history',
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
  {
    path: '/entity/$tid/$oid',
    component: lazyRouteComponent(
      () => withTexts(import('#records/web/form/RecordPage.tsx'), ['attributes', 'design', 'entities', 'records']),
      'RecordPage',
    ),
  },
  {
    path: '/import',
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
  {
    path: '/variables',
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
  {
    path: '/features',
    component: lazyRouteComponent(
      () => withTexts(import('#entities/web/FeaturesPage.tsx'), ['changes', 'entities', 'environments']),
      'FeaturesPage',
    ),
  },
  {
    path: '/audit',
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
  {
    path: '/users',
    component: lazyRouteComponent(
      () => withTexts(import('#security/web/MembersPage.tsx'), ['design', 'security']),
      'MembersPage',
    ),
  },
  {
    path: '/role',
    component: lazyRouteComponent(() => withTexts(import('#security/web/RolesPage.tsx'), ['security']), 'RolesPage'),
  },
  {
    path: '/role/$oid',
    component: lazyRouteComponent(() => withTexts(import('#security/web/RolePage.tsx'), ['security']), 'RolePage'),
  },
  {
    path: '/entity/$tid/security',
    component: lazyRouteComponent(
      () => withTexts(import('#security/web/EntitySecurityPage.tsx'), ['entities', 'security']),
      'EntitySecurityPage',
    ),
  },
] as const
