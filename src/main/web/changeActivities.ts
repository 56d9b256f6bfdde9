import type { SelfRecord } from '#security/role.ts'

type Activities = SelfRecord['activities']

/** Who holds any of these has a part of the change history to see. */
export const changeActivities: Activities = ['alter-entities', 'manage-views', 'manage-variables', 'manage-environment']

/** Whether one of the wanted activities is held, as far as is known; none wanted is always held. */
export function holdsAny(held: Activities | undefined, wanted: Activities): boolean {
  return !held || !wanted[0] || wanted.some((each) => held.includes(each))
}
