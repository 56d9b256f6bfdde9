import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { filled, planSlots, slot } from '#odata/write/plan.ts'
import { sql, type SqlFragment } from '#odata/sql.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { auditOf, inputsOf } from '#records/server/auditStatements.ts'
import { eventOf } from '#records/server/events/eventWriter.ts'

/** Selection of the records that get another owner or unit: those of one owner, or those of one unit. */
export type HandOverWish = {
  readonly of: { readonly owner: string } | { readonly unit: string }
  /** The new owner; undefined keeps the owner. */
  readonly owner?: string
  readonly unit: string
}

/** Rows per statement. All statements run in the caller's transaction. */
const chunk = 2000
/** Time limit of one statement, in milliseconds. */
const patience = 60_000

/**
 * Gives records another owner or unit in all tables, regardless of who may see them: this is an effect of access rules,
 * not an edit by a person. Each record gets its event and audit row like any other change. Returns the number of
 * changed records.
 */
export async function handOver(
  context: MemberContext,
  transaction: Transaction,
  model: Model,
  wish: HandOverWish,
): Promise<number> {
  await transaction.allow(patience)
  let done = 0
  for (const entity of model.entities.values()) {
    for (let some = chunk; some === chunk; done += some) some = await handOverSome(context, transaction, entity, wish)
  }
  return done
}

async function handOverSome(
  context: MemberContext,
  transaction: Transaction,
  entity: EntityDefinition,
  wish: HandOverWish,
): Promise<number> {
  const { schema } = context.environment
  const author = {
    at: context.now(),
    byId: context.member.id,
    cause: context.cause,
    requestId: context.requestId,
    newId: context.newId,
  }
  const inputs = {
    ...inputsOf(entity, author),
    from: 'owner' in wish.of ? wish.of.owner : wish.of.unit,
    newOwner: wish.owner ?? null,
    newUnit: wish.unit,
    eventIds: Array.from({ length: chunk }, () => context.newId()),
  }
  const rows = await transaction.query<{ n: number }>(filled(planSlots(statementFor(entity, schema, wish)), inputs))
  return rows[0]?.n ?? 0
}

function statementFor(entity: EntityDefinition, schema: string, { of, owner }: HandOverWish): SqlFragment {
  const table = qualified(schema, entity.uri)
  const [from, newOwner, newUnit, at, byId] = ['from', 'newOwner', 'newUnit', 'at', 'byId'].map(slot)
  const column = 'owner' in of ? 'owner_id' : 'owning_unit_id'
  // Rows that already have the new values are skipped, so that each statement leaves fewer rows to do.
  const differing = owner === undefined ? sql`owning_unit_id <> ${newUnit}::uuid` : raw('true')
  const before = joinFragments([
    raw(
      `"before" as materialized (select t.*, row_number() over () as "_n" from (select * from ${table} where ${column} = `,
    ),
    sql`${from}::uuid and `,
    differing,
    raw(` limit ${chunk} for update) t)`),
  ])
  const after = joinFragments([
    raw(`"after" as (update ${table} t set `),
    owner === undefined ? raw('') : sql`owner_id = ${newOwner}::uuid, `,
    sql`owning_unit_id = ${newUnit}::uuid, version = t.version + 1, updated_on = ${at}::timestamptz, updated_by_id = ${byId}::uuid`,
    raw(' from "before" b where t.id = b.id returning t.*)'),
  ])
  const touched = new Set(owner === undefined ? ['owning_unit_id'] : ['owner_id', 'owning_unit_id'])
  const eventId = joinFragments([raw('('), sql`${slot('eventIds')}::uuid[]`, raw(')[b."_n"]')])
  const companions = [eventOf('update', entity, schema, eventId), ...auditOf('update', entity, touched, schema)]
  return joinFragments([
    raw('with '),
    joinFragments(
      [
        before,
        after,
        ...companions.map(({ name, statement }) => joinFragments([raw(`"${name}" as (`), statement, raw(')')])),
      ],
      ', ',
    ),
    raw(' select count(*)::int as n from "after"'),
  ])
}
