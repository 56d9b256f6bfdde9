import type { Member } from '#environments/environment.ts'
import { limitedMember, type Limits } from '#environments/limitedMember.ts'
import type { Membership } from '#environments/server/membership.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'

/** Memoized results: members and limits are the same objects for as long as they are cached. */
const known = new WeakMap<Member, WeakMap<Limits, Promise<Member>>>()

/** The membership as a key with fewer rights has it. */
export async function limitedMembership(
  executor: Executor,
  { environment, member, renewed }: Membership,
  limits: Limits,
): Promise<Membership> {
  const limit = (whole: Member) => {
    const byLimits = known.get(whole) ?? new WeakMap<Limits, Promise<Member>>()
    known.set(whole, byLimits)
    const kept =
      byLimits.get(limits) ??
      entityIdsOf(executor, environment.schema, whole).then((entityIds) => limitedMember(whole, limits, entityIds))
    byLimits.set(limits, kept)
    kept.catch(() => byLimits.delete(limits))
    return kept
  }
  return { environment, member: await limit(member), renewed: async () => limit(await renewed()) }
}

async function entityIdsOf(executor: Executor, schema: string, { administrator }: Member): Promise<string[]> {
  if (!administrator) return []
  const rows = await executor.query<{ id: string }>({ text: `select id from ${qualified(schema, '_entity')}` })
  return rows.map(({ id }) => id)
}
