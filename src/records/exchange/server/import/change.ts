import { columnOf, isStored } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { sql } from '#odata/sql.ts'
import { filled, planSlots, slot } from '#odata/write/plan.ts'
import { arrayText } from '#platform/inlineStatement.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { ImportField } from '#records/exchange/import/rowReader.ts'
import { auditOf, inputsOf } from '#records/server/auditStatements.ts'
import { eventOf } from '#records/server/events/eventWriter.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'
import { matchedType } from '#records/exchange/server/import/match.ts'
import { storing } from '#records/exchange/server/import/write.ts'

/** A field whose values come from the rows. */
export type ChangedField = Pick<ImportField, 'field' | 'column' | 'source'>

/** Records that rows of a file mean, with the values of the fields. */
export type ChangedRows = { readonly ids: readonly string[]; readonly rows: readonly (readonly WireValue[])[] }

/**
 * Changes batches of records of one import, one statement a batch, each record with an event and an audit row as any other
 * change has them. A record that has all of the values already is not touched. Answers how many were.
 */
export function createChanger(actor: ImportActor, entity: EntityDefinition, fields: readonly ChangedField[]) {
  const { member, cause, requestId, newId, environment } = actor
  const { schema } = environment
  // Product ruling 2.5: what is readonly is set once, when the record is made.
  const set = fields.flatMap((each, at) =>
    each.source !== null && each.column !== 'id' && !each.field.readonly && each.field.type !== 'autonumber'
      ? [{ ...each, at }]
      : [],
  )
  const table = qualified(schema, entity.uri)
  const toStored = storing(
    entity,
    set.map(({ column }) => column),
  )
  const plan = planSlots(statementOf())

  return async function change(transaction: Transaction, { ids, rows }: ChangedRows): Promise<number> {
    if (ids.length === 0 || set.length === 0) return 0
    const stored = rows.map((row) => toStored(set.map(({ at }) => row[at] ?? null)))
    const inputs = {
      ...inputsOf(entity, { at: actor.now(), byId: member.id, cause, requestId, newId }),
      ids,
      events: ids.map(() => newId()),
      ...Object.fromEntries(set.map((_field, index) => [`v${index}`, stored.map((values) => textOf(values[index]))])),
    }
    const [row] = await transaction.query<{ count: number }>(filled(plan, inputs))
    return row?.count ?? 0
  }

  function statementOf() {
    const all = entity.fields.filter(isStored).map((field) => `t.${ident(columnOf(field))}`)
    const values = set.map((_field, index) => `"_v${index}"`)
    const given = (index: number, alias: string) =>
      `${alias}."_v${index}"::${matchedType(set[index]?.field ?? entityField())}`
    const differs = set.map(({ column }, index) => `t.${ident(column)} is distinct from ${given(index, 'g')}`)
    const assigned = set.map(({ column }, index) => `${ident(column)} = ${given(index, 'b')}`)
    const companions = [
      eventOf('update', entity, schema, raw('b."_event"')),
      ...auditOf('update', entity, new Set(set.map(({ column }) => column)), schema),
    ]
    return joinFragments([
      raw('with "given" as (select * from unnest('),
      sql`${slot('ids')}::uuid[], ${slot('events')}::uuid[]`,
      joinFragments(set.map((_field, index) => sql`, ${slot(`v${index}`)}::text[]`)),
      raw(`) as g("_id", "_event"${values.map((name) => `, ${name}`).join('')})), `),
      raw(`"before" as (select ${all.join(', ')}, g."_event"${values.map((name) => `, g.${name}`).join('')}
        from ${table} t join "given" g on g."_id" = t.id where ${differs.join(' or ') || 'false'} for update of t), `),
      raw(`"after" as (update ${table} as t set ${[...assigned, 'version = t.version + 1'].join(', ')}, updated_on = `),
      sql`${slot('at')}::timestamptz, updated_by_id = ${slot('byId')}::uuid`,
      raw(` from "before" b where t.id = b.id returning ${all.join(', ')})`),
      ...companions.map(({ name, statement }) => joinFragments([raw(`, "${name}" as (`), statement, raw(')')])),
      raw(' select count(*)::int as count from "after"'),
    ])
  }

  function entityField() {
    const [field] = entity.fields
    if (!field) throw new Error('an entity has fields')
    return field
  }
}

/** A value as PostgreSQL reads it from a text. */
function textOf(value: WireValue | undefined): string | null {
  if (value === null || value === undefined) return null
  return typeof value === 'object' ? arrayText(value) : String(value)
}
