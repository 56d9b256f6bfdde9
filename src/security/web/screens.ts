import { lazyRouteComponent } from '@tanstack/react-router'
import type { securityPaths } from '#security/screenPaths.ts'
import { withTexts } from '#language/web/language.tsx'
import type { Screens } from '#platform/web/screen.ts'

/** The screens of security. */
export const securityScreens = {
  '/$eid/users': {
    layout: 'environment',
    component: lazyRouteComponent(
      () => withTexts(import('#security/web/members/MembersPage.tsx'), ['design', 'security']),
      'MembersPage',
    ),
  },
  '/$eid/role': {
    layout: 'environment',
    component: lazyRouteComponent(
      () => withTexts(import('#security/web/roles/RolesPage.tsx'), ['security']),
      'RolesPage',
    ),
  },
  '/$eid/role/$oid': {
    layout: 'environment',
    component: lazyRouteComponent(
      () => withTexts(import('#security/web/roles/RolePage.tsx'), ['security']),
      'RolePage',
    ),
  },
  '/$eid/entity/$tid/security': {
    layout: 'environment',
    component: lazyRouteComponent(
      () => withTexts(import('#security/web/roles/EntitySecurityPage.tsx'), ['entities', 'security']),
      'EntitySecurityPage',
    ),
  },
} satisfies Screens<typeof securityPaths>
