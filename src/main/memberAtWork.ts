import type { Session } from '#accounts/server/accounts.ts'
import type { Cause } from '#environments/cause.ts'
import type { ActingMember, MembershipLookup, NamesOf } from '#environments/server/environments.ts'
import { principalNames } from '#environments/server/names.ts'
import { fault } from '#faults/fault.ts'
import type { EnvironmentSchema } from '#jobs/server/jobs.ts'
import type { BaseContext } from '#platform/server/context.ts'
import type { Database } from '#platform/server/database/database.ts'

/** A member for whom something is done in the background, after the request that asked for it. */
export type MemberAtWork = ActingMember & { readonly namesOf: NamesOf }

/** Background work: its member, and the cause that its writes record. */
export type BackgroundWork = {
  readonly memberId: string
  readonly cause: Cause
  /** The time zone of the request that asked for the work; without it the one that the person has set. */
  readonly timeZone?: string | undefined
  /** Developer mode, where the request that asked for the work needed it; without it as the person has set it. */
  readonly developerMode?: boolean
}

/**
 * Returns the member with the present rights; undefined for a person who may no longer sign in or is no longer an
 * active member. Each step of the work asks again, so that revoked rights count at once.
 */
export type FindMemberAtWork = (
  environment: EnvironmentSchema,
  work: BackgroundWork,
) => Promise<MemberAtWork | undefined>

export type MemberAtWorkOptions = {
  readonly ground: BaseContext
  /** The database for long work; the member reaches it with the role of the environment. */
  readonly online: Database
  readonly memberships: MembershipLookup
}

/** The only source of the member for background work. */
export function createMemberAtWork({ ground, online, memberships }: MemberAtWorkOptions): FindMemberAtWork {
  return async ({ id }, { memberId, cause, timeZone, developerMode }) => {
    const user = await findActiveUser(ground.database, memberId)
    const membership =
      user && (await memberships.find({ id: memberId, developerMode: developerMode ?? user.developerMode }, id))
    if (!membership) return undefined
    const renewed = async () => {
      if (!(await findActiveUser(ground.database, memberId))) throw fault('environment.unknown')
      return membership.renewed()
    }
    return {
      ...ground,
      database: online.under(membership.environment.role),
      requestId: cause.id,
      locale: user.locale,
      timeZone: timeZone ?? user.timeZone ?? undefined,
      ...membership,
      renewed,
      caller: { userId: memberId, keyId: null },
      cause,
      namesOf: principalNames,
    }
  }
}

type ActiveUser = Pick<Session['user'], 'locale' | 'timeZone' | 'developerMode'>

/** The person, if still allowed to sign in. */
async function findActiveUser(database: Database, id: string): Promise<ActiveUser | undefined> {
  const [row] = await database.query<ActiveUser>({
    text: `select locale, developer_mode as "developerMode", nullif(time_zone, 'auto') as "timeZone" from lintel."user"
      where id = $1 and status in ('active by email', 'active by mobile')`,
    values: [id],
  })
  return row
}
