/**
 * What a role may allow beside what it allows with records (product ruling 2.16): on or off, bound to no entity. The
 * order is the one in which they are listed; an administrator has all of them.
 */
export const activities = [
  'manage-environment',
  'manage-users',
  'manage-roles',
  'manage-units',
  'developer-mode',
  'alter-entities',
  'manage-views',
  'manage-layouts',
  'manage-variables',
  'manage-interfaces',
  'create-automations',
  'publish-automations',
  'use-secrets',
  'import',
  'export',
  'bulk-delete',
  'disable-records',
  'system-write',
  'send-messages',
  'use-ai',
  'see-audit',
  'explain-access',
  'view-as',
  'promote',
  'billing',
] as const
export type Activity = (typeof activities)[number]

const known: ReadonlySet<string> = new Set(activities)

export function isActivity(text: string): text is Activity {
  return known.has(text)
}
