/** Specification 4: the states of a user. */
export const userStatuses = ['inactive', 'created', 'active by email', 'active by mobile'] as const
export type UserStatus = (typeof userStatuses)[number]

export type StatusEvent =
  | 'emailVerified'
  | 'mobileVerified'
  | 'carrierChanged'
  | 'disabled'
  | 'enabled'
  | 'neverVerified'

/** Days after which an account that was never verified is removed (product ruling 2.1). */
export const unverifiedDays = 14

/** Product ruling 2.1 as a table: the status after an event; events that are not listed leave the status unchanged. */
const transitions: Readonly<Record<UserStatus, Partial<Record<StatusEvent, UserStatus>>>> = {
  created: {
    emailVerified: 'active by email',
    mobileVerified: 'active by mobile',
    disabled: 'inactive',
    neverVerified: 'inactive',
  },
  'active by email': { carrierChanged: 'created', disabled: 'inactive' },
  'active by mobile': { carrierChanged: 'created', disabled: 'inactive' },
  inactive: {},
}

/**
 * The status after an event. Enabling gives an inactive user the `former` status back, `created` when there was none.
 * `neverVerified` is for accounts that own something; the others are deleted.
 */
export function statusAfter(status: UserStatus, event: StatusEvent, former: UserStatus | null = null): UserStatus {
  if (status === 'inactive') return event === 'enabled' ? (former ?? 'created') : 'inactive'
  return transitions[status][event] ?? status
}

/** Whether a user of this status may be signed in. */
export function maySignIn(status: UserStatus): boolean {
  return status === 'active by email' || status === 'active by mobile'
}
