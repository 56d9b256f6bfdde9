import type { Models } from '#entities/server/entities.ts'
import type { MemberRights } from '#environments/memberRights.ts'
import { isUuid } from '#environments/host.ts'
import {
  loadMember,
  type MemberContext,
  type Membership,
  type MembershipLookup,
} from '#environments/server/environments.ts'
import type { Environment, Member } from '#environments/environment.ts'
import { fault } from '#faults/fault.ts'
import type { Executor, Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { exceeds, nothingHeld } from '#security/grant.ts'
import { viewAsMinutes, type ViewAsRecord } from '#security/viewAs.ts'
import { noteEvent } from '#security/server/admin/events.ts'

export type ViewAsDeps = { readonly models: Models; readonly memberships: Pick<MembershipLookup, 'find'> }

/**
 * Starts a read-only, limited and logged view of the environment as another member. The viewer's own rights limit the
 * view (`viewAs.exceeds`). Fault as well: `member.unknown`.
 */
export async function beginViewAs(deps: ViewAsDeps, context: MemberContext, memberId: string): Promise<ViewAsRecord> {
  const { database, environment, member } = context
  const viewed = await loadMember(database, environment.schema, memberId)
  if (!viewed || memberId === member.id) throw fault('member.unknown')
  if (!(await isWithin(deps, environment, member, viewed))) throw fault('viewAs.exceeds')
  const table = qualified(environment.schema, '_view_as')
  return database.transaction(async (transaction) => {
    const name = await nameOf(transaction, environment.schema, memberId)
    await transaction.execute({ text: `delete from ${table} where until < now()` })
    const [row] = await transaction.query<{ until: Date }>({
      text: `insert into ${table} (viewer_id, member_id, until) values ($1, $2, now() + $3::int * interval '1 minute')
        on conflict (viewer_id, member_id) do update set until = excluded.until returning until`,
      values: [member.id, memberId, viewAsMinutes],
    })
    const until = row?.until.toISOString() ?? ''
    const subject = { id: memberId, name }
    await noteEvent(context, transaction, environment.schema, {
      kind: 'viewAsBegun',
      subject,
      before: null,
      after: { until },
    })
    return { member: subject, until }
  })
}

/** Ends it before its time. */
export async function endViewAs(context: MemberContext, memberId: string): Promise<void> {
  const { database, environment, member } = context
  await database.transaction(async (transaction) => {
    const ended = await transaction.execute({
      text: `delete from ${qualified(environment.schema, '_view_as')} where viewer_id = $1 and member_id = $2 and until > now()`,
      values: [member.id, memberId],
    })
    if (ended === 0) return
    const subject = { id: memberId, name: await nameOf(transaction, environment.schema, memberId) }
    await noteEvent(context, transaction, environment.schema, {
      kind: 'viewAsEnded',
      subject,
      before: null,
      after: null,
    })
  })
}

/**
 * The membership that a request is answered by which asks to be answered as another member. Whether that was begun, and
 * whether the viewer may still do it, is asked at each request. Faults: `request.forbidden`, `viewAs.over`,
 * `viewAs.exceeds`.
 */
export function viewedMembership(deps: ViewAsDeps, database: Executor) {
  return async ({ environment, member }: Membership, memberId: string): Promise<Membership> => {
    if (!member.heldRights.activities.has('view-as')) throw fault('request.forbidden')
    if (!isUuid(memberId)) throw fault('viewAs.over')
    const begun = await database.query({
      text: `select from ${qualified(environment.schema, '_view_as')} where viewer_id = $1 and member_id = $2 and until > now()`,
      values: [member.id, memberId],
    })
    const viewed =
      begun.length > 0 && (await deps.memberships.find({ id: memberId, developerMode: false }, environment.id))
    if (!viewed) throw fault('viewAs.over')
    if (!(await isWithin(deps, environment, member, viewed.member))) throw fault('viewAs.exceeds')
    return viewed
  }
}

const known = new WeakMap<MemberRights, WeakMap<MemberRights, boolean>>()

/** Whether the viewed member sees no more than the viewer. Both are the same objects for as long as they are believed. */
async function isWithin(deps: ViewAsDeps, environment: Environment, viewer: Member, viewed: Member): Promise<boolean> {
  if (viewer.administrator) return true
  const byViewed = known.get(viewer.heldRights) ?? new WeakMap<MemberRights, boolean>()
  known.set(viewer.heldRights, byViewed)
  let within = byViewed.get(viewed.heldRights)
  if (within === undefined) {
    const model = await deps.models.fresh(environment)
    // Records differ by owner and unit between members; only a viewer who sees all records of a table sees all that the
    // viewed member sees.
    const isWider = exceeds(viewer, { before: nothingHeld, after: viewed, units: viewed.heldRights.units }, model)
    within = !isWider && !seesOther(viewer, viewed)
    byViewed.set(viewed.heldRights, within)
  }
  return within
}

/** Whether some scope of the viewed member's is of records that the viewer's same scope does not reach. */
function seesOther(viewer: Member, viewed: Member): boolean {
  const all = new Set(
    viewer.heldRights.privileges
      .filter(({ scope, action }) => scope === 'all' && action === 'read')
      .map(({ entityId }) => entityId),
  )
  return viewed.heldRights.privileges.some(({ action, entityId }) => action === 'read' && !all.has(entityId))
}

async function nameOf(executor: Executor | Transaction, schema: string, id: string): Promise<string> {
  const [row] = await executor.query<{ name: string }>({
    text: `select name from ${qualified(schema, '_principal')} where id = $1`,
    values: [id],
  })
  return row?.name ?? ''
}
