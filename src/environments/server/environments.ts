import type { UserContext } from '#accounts/server/accounts.ts'
import type { Cause } from '#environments/cause.ts'
import type { Environment, Member } from '#environments/environment.ts'
import type { Membership, MembershipLookup } from '#environments/server/membership.ts'
import { fault } from '#faults/fault.ts'
import type { Session } from '#accounts/server/accounts.ts'
import { userContext } from '#accounts/server/accounts.ts'
import type { Context } from '#platform/server/context.ts'
import type { Migration } from '#platform/server/database/migrations.ts'

export { refuseSixth } from '#environments/server/limit.ts'
export { loadMember } from '#environments/server/memberRow.ts'
export type { Membership, MembershipLookup } from '#environments/server/membership.ts'
export { nameless, type NamesOf } from '#environments/server/names.ts'
export { createConcurrencyLimiter, holdSlot, takeSlot } from '#environments/server/concurrencyLimiter.ts'
export { createQueue } from '#environments/server/queue.ts'

/** The caller: a person, or a program with one of the person's keys. */
export type Caller = { readonly userId: string; readonly keyId: string | null }

/** The member for whom a use case works, in a request or in the background. Every write records its cause. */
export type ActingMember = Context & {
  readonly caller: Caller
  readonly environment: Environment
  readonly member: Member
  readonly cause: Cause
  /** Reads the present member from the database, in case rights have changed since. */
  readonly renewed: () => Promise<Member>
  /** Why a change is made although a guard refuses it; the header `x-override-reason`, percent-encoded. */
  readonly overrideReason?: string
}

/** The context of a request within one environment. */
export type MemberContext = ActingMember & UserContext

/** The member by the rights of the moment that definitions are of. */
export async function memberAt(
  { member, renewed }: Pick<ActingMember, 'member' | 'renewed'>,
  { accessVersion }: Pick<Member, 'accessVersion'>,
): Promise<Member> {
  return member.accessVersion === accessVersion ? member : renewed()
}

/** Dependencies of environments, beside a request's context. */
export type EnvironmentDeps = {
  /** Finds memberships of people. */
  readonly memberships: MembershipLookup
  /** Every table that an environment's schema starts with. */
  readonly environmentSchema: (schema: string) => readonly Migration[]
  /** The build that the tables of a new environment are noted with. */
  readonly build?: string | undefined
  /** The host whose subdomains are the hosts of environments, `localhost:3000` or `lintel.example.com`. */
  readonly baseHost: () => string
  /** Drops a user's cached session, so that a change of the user is seen at once. */
  readonly forgetUser: (userId: string) => void
  /** The membership of a request that asks to be answered as another member would be. */
  readonly viewedMembership: (own: Membership, memberId: string) => Promise<Membership>
}

/** The context of a request whose route asks for a member. Throws `environment.unknown` without a membership. */
export function memberContext(request: {
  readonly context: Context
  readonly session: Session | null
  readonly membership: Membership | null
  readonly headers?: Readonly<Record<string, unknown>>
}): MemberContext {
  const context = userContext(request)
  if (!request.membership) throw fault('environment.unknown')
  const overrideReason = reasonOf(request.headers?.['x-override-reason'])
  // Of all that one person asks for at once, by whatever sessions and keys, the rest of the members wait for no more than a share.
  const share = { person: context.session.user.id, environment: request.membership.environment.id }
  return {
    ...context,
    caller: callerOf(context.session),
    database: context.database.calledBy(share),
    ...request.membership,
    cause: { kind: 'request', id: context.requestId },
    ...(overrideReason && { overrideReason }),
  }
}

function callerOf({ id, method, user }: Session): Caller {
  return { userId: user.id, keyId: method === 'key' ? id : null }
}

/** The same for work that needs nothing but the environment's own tables: the database itself lets it reach no others. */
export function walledContext(request: Parameters<typeof memberContext>[0]): MemberContext {
  const context = memberContext(request)
  return { ...context, database: context.database.under(context.environment.role) }
}

const mostReason = 500

function reasonOf(header: unknown): string {
  if (typeof header !== 'string') return ''
  try {
    return decodeURIComponent(header).trim().slice(0, mostReason)
  } catch {
    throw fault('request.malformed')
  }
}
