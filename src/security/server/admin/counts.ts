import type { Activity } from '#environments/activity.ts'
import type { MemberContext } from '#environments/server/environments.ts'

/**
 * Whether a member may read how many members hold a role or belong to a unit: managers of those or of people. Others
 * read names only.
 */
export function mayCount({ member }: MemberContext, managing: Activity): boolean {
  const { activities } = member.heldRights
  return activities.has(managing) || activities.has('manage-users')
}
