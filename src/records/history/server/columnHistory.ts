import { columnOf, isStored } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { eventRows } from '#records/server/events/eventRows.ts'
import type { ColumnPeriod } from '#records/history/columnHistory.ts'

/**
 * Notes which attributes have taken a column by a change of definitions. It is asked for when the tables are changed
 * already: no other writes to them then, so each event tells of the attributes of before or of those of now.
 */
export async function recordColumnHistory(
  executor: Executor,
  schema: string,
  before: Model,
  after: Model,
): Promise<void> {
  const taken = [...after.entities.values()].flatMap((entity) => {
    const former = before.entities.get(entity.id)
    if (former === entity) return []
    const known = new Set(former?.attributes.map(({ id }) => id))
    return entity.attributes
      .filter((attribute) => isStored(attribute) && !known.has(attribute.id))
      .map(({ id, name, ...attribute }) => ({ entity_id: entity.id, column: columnOf(attribute), id, name }))
  })
  if (taken.length === 0) return
  await executor.execute({
    text: `insert into ${qualified(schema, '_column_history')} (entity_id, "column", attribute_id, name, since_seq, since)
      select entity_id, "column", id, name,
        (select coalesce(max(seq), 0) from ${eventRows(schema)} e), clock_timestamp()
      from jsonb_to_recordset($1::jsonb) as given (entity_id uuid, "column" text, id uuid, name text)`,
    values: [JSON.stringify(taken)],
  })
}

/** Whose the columns of an entity were that are, or were, another attribute's: nothing at all as a rule. */
export async function loadColumnHistory(
  executor: Executor,
  schema: string,
  { id, attributes }: Pick<EntityDefinition, 'id' | 'attributes'>,
): Promise<readonly ColumnPeriod[]> {
  return executor.query<ColumnPeriod>({
    text: `select "column", attribute_id, name, since_seq, since from ${qualified(schema, '_column_history')}
      where entity_id = $1 and "column" in (
        select "column" from ${qualified(schema, '_column_history')} where entity_id = $1 and attribute_id <> all($2::uuid[]))
      order by no`,
    values: [id, attributes.map((attribute) => attribute.id)],
  })
}
