import { columnOf } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { literal, qualified } from '#platform/sql.ts'
import { numbered, type Predicate } from '#security/condition.ts'

/** The SQL of a JSON object whose numbers are texts, so that none of their digits is lost on the way. */
export function keptJson(json: string): string {
  return `(select jsonb_object_agg(e.key, case jsonb_typeof(e.value) when 'number' then to_jsonb(e.value #>> '{}') else e.value end) from jsonb_each(${json}) e)`
}

/**
 * The SQL of a condition on a record that is kept as JSON, as it would hold for the row. Values are taken as far as any
 * text fits their column: a column may have another type since the record was kept.
 */
export function keptFulfils(
  schema: string,
  entity: EntityDefinition,
  json: string,
  condition: Predicate | null,
  firstParameter: number,
): { readonly text: string; readonly values: readonly unknown[] } {
  if (condition === null) return { text: 'true', values: [] }
  const { text, values } = numbered(condition, firstParameter + 1)
  const plain = entity.fields
    .filter((field) => 'label' in field || attributeTypes[field.type].edm === 'Edm.String')
    .map(columnOf)
  // Lookups over which shares are carried on, those that are hidden from who asks too.
  const read = new Set([...text.matchAll(/\bt\."([a-z0-9_]+)"/g)].map(([, column = '']) => column))
  const asked = [...read].filter((column) => !plain.includes(column))
  const isKey = `e.value #>> '{}' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'`
  const keys = asked.length === 0 ? '' : ` and (e.key not in (${asked.map(literal).join()}) or ${isKey})`
  const some = `(select jsonb_object_agg(e.key, e.value) from jsonb_each(${json}) e where e.key = any($${firstParameter})${keys})`
  const columns = [...plain, ...asked]
  const row = `jsonb_populate_record(null::${qualified(schema, entity.uri)}, ${some})`
  return { text: `exists (select 1 from ${row} t where ${text})`, values: [columns, ...values] }
}

/** A value of a kept record as a text; null where there is none. */
export function trashedText(value: WireValue | undefined): string | null {
  return typeof value === 'string' ? value : null
}
