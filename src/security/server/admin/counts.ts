import type { Activity } from '#environments/activity.ts'
import type { MemberContext } from '#environments/server/environments.ts'

/** Whether a member learns how many hold a role or stand in a unit: who manages these, or people. Others learn names. */
export function mayCount({ member }: MemberContext, managing: Activity): boolean {
  const { activities } = member.heldRights
  return activities.has(managing) || activities.has('manage-users')
}
