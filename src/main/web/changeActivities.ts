import type { SelfRecord } from '#security/role.ts'

/** Who holds any of these has a part of the change history to see. */
export const changeActivities = [
  'alter-entities',
  'manage-views',
  'manage-variables',
  'manage-environment',
] as const satisfies readonly SelfRecord['activities'][number][]
