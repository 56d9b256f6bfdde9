import { joinFragments, raw } from '#odata/fragments.ts'
import { sql, type SqlFragment } from '#odata/sql.ts'
import { planSlots, slot, filled } from '#odata/write/plan.ts'
import { allColumns, columnName, tableName, type Assignment } from '#odata/write/row.ts'
import { auditOf, trashOf } from '#records/server/auditStatements.ts'
import { eventOf } from '#records/server/events/eventWriter.ts'
import type { Write } from '#records/server/write.ts'

/** One event per record: event ids are created beside the ids of the records. */
const ofEach = raw('b."_event"')

/**
 * Moves records to the trash in one statement, with an event and an audit row each. The caller has checked the rights.
 * Returns the number of records.
 */
export async function removeSet(write: Write, ids: readonly string[]): Promise<number> {
  const { entity, schema, table } = write
  const gone = raw(
    `"gone" as (delete from ${tableName(table)} as t using "before" b where t.id = b.id returning t.id as id)`,
  )
  const companions = [
    trashOf(entity, schema),
    eventOf('delete', entity, schema, ofEach),
    ...auditOf('delete', entity, new Set(), schema),
  ]
  return count(write, ids, [gone, ...companions.map(({ name, statement }) => named(name, statement))], 'gone')
}

/**
 * Applies the same change to many records in one statement, with an event and an audit row each. Returns the number of
 * records.
 */
export async function changeSet(
  write: Write,
  ids: readonly string[],
  changes: readonly Assignment[],
  stamps: readonly Assignment[],
): Promise<number> {
  const { entity, schema, set, table } = write
  const assigned = [...changes, ...stamps].map(({ property, value }) =>
    joinFragments([raw(`${columnName(table, property)} = `), value]),
  )
  const made = joinFragments([
    raw(`"after" as (update ${tableName(table)} as t set `),
    joinFragments(assigned, ', '),
    raw(` from "before" b where t.id = b.id returning ${allColumns(set, table, 't')})`),
  ])
  const touched = new Set(changes.map(({ property }) => property.name))
  const companions = [eventOf('update', entity, schema, ofEach), ...auditOf('update', entity, touched, schema)]
  return count(write, ids, [made, ...companions.map(({ name, statement }) => named(name, statement))], 'after')
}

async function count(
  write: Write,
  ids: readonly string[],
  parts: readonly SqlFragment[],
  of: 'gone' | 'after',
): Promise<number> {
  const { context, set, table, inputs } = write
  const statement = joinFragments([
    raw('with "given" as (select * from unnest('),
    sql`${slot('ids')}::uuid[], ${slot('events')}::uuid[]`,
    raw(') as g("_id", "_event")), '),
    raw(
      `"before" as (select ${allColumns(set, table, 't')}, g."_event" from ${tableName(table)} t join "given" g on g."_id" = t.id), `,
    ),
    joinFragments(parts, ', '),
    raw(` select count(*)::int as count from "${of}"`),
  ])
  const events = ids.map(() => context.newId())
  const [row] = await context.database.query<{ count: number }>(
    filled(planSlots(statement), { ...inputs, ids, events }),
  )
  return row?.count ?? 0
}

function named(name: string, statement: SqlFragment): SqlFragment {
  return joinFragments([raw(`"${name}" as (`), statement, raw(')')])
}
