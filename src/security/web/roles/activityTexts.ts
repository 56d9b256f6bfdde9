import type { Activity } from '#environments/activity.ts'
import type { TextKey } from '#language/translate.ts'

/** One line for each activity. */
export const activityTexts = {
  'manage-environment': 'access.activity.manageEnvironment',
  'manage-users': 'access.activity.manageUsers',
  'manage-roles': 'access.activity.manageRoles',
  'manage-units': 'access.activity.manageUnits',
  'developer-mode': 'access.activity.developerMode',
  'alter-entities': 'access.activity.alterEntities',
  'manage-views': 'access.activity.manageViews',
  'manage-layouts': 'access.activity.manageLayouts',
  'manage-variables': 'access.activity.manageVariables',
  'manage-interfaces': 'access.activity.manageInterfaces',
  'create-automations': 'access.activity.createAutomations',
  'publish-automations': 'access.activity.publishAutomations',
  'use-secrets': 'access.activity.useSecrets',
  import: 'access.activity.import',
  export: 'access.activity.export',
  'bulk-delete': 'access.activity.bulkDelete',
  'disable-records': 'access.activity.disableRecords',
  'system-write': 'access.activity.systemWrite',
  'send-messages': 'access.activity.sendMessages',
  'use-ai': 'access.activity.useAi',
  'see-audit': 'access.activity.seeAudit',
  'explain-access': 'access.activity.explainAccess',
  'view-as': 'access.activity.viewAs',
  promote: 'access.activity.promote',
  billing: 'access.activity.billing',
} as const satisfies Record<Activity, TextKey>

/** The activities in the groups in which the editor of a role shows them. */
export const activityGroups = [
  {
    title: 'access.activityGroup.data',
    activities: ['import', 'export', 'bulk-delete', 'disable-records', 'system-write', 'send-messages', 'use-ai'],
  },
  {
    title: 'access.activityGroup.people',
    activities: ['manage-users', 'manage-roles', 'manage-units', 'see-audit', 'explain-access', 'view-as'],
  },
  {
    title: 'access.activityGroup.build',
    activities: [
      'developer-mode',
      'alter-entities',
      'manage-views',
      'manage-layouts',
      'manage-variables',
      'manage-interfaces',
      'create-automations',
      'publish-automations',
      'use-secrets',
      'promote',
    ],
  },
  { title: 'access.activityGroup.environment', activities: ['manage-environment', 'billing'] },
] as const satisfies readonly { title: TextKey; activities: readonly Activity[] }[]
