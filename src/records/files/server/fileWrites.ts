import { isOfFiles, columnOf, type Field } from '#attributes/attribute.ts'
import type { RecordValues } from '#attributes/record.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { joinFragments, raw } from '#odata/fragments.ts'
import { sql } from '#odata/sql.ts'
import type { WriteStatement } from '#odata/write/writeStatements.ts'
import { slot, type PlanSlot } from '#odata/write/plan.ts'
import { memoize } from '#platform/memoize.ts'
import { ident, literal, qualified } from '#platform/sql.ts'
import { valueSlot, type Write, type WriteCheck } from '#records/server/write.ts'

/** The attributes of files among some columns. Most entities have none. */
function fileFields(entity: EntityDefinition, columns: Iterable<string>): readonly Field[] {
  const fields = allFileFields(entity)
  if (fields.length === 0) return fields
  const wanted = new Set(columns)
  return fields.filter((field) => wanted.has(columnOf(field)))
}

const allFileFields = memoize(({ attributes }: EntityDefinition): readonly Field[] => attributes.filter(isOfFiles))

/**
 * Files that a record names must be there, of this attribute, and either the record's own or brought by its writer and
 * still in nobody's record. `key` is the slot of the record's id.
 */
export function fileChecks({ entity, schema }: Write, values: RecordValues, key: PlanSlot): WriteCheck[] {
  const given = fileFields(entity, Object.keys(values)).filter((field) => Array.isArray(values[columnOf(field)]))
  return given.map((field) => {
    const column = columnOf(field)
    const ids = sql`${slot(valueSlot(column))}::uuid[]`
    const own = sql`a.record_id = ${key}::uuid or (a.record_id is null and a.by_id = ${slot('byId')}::uuid)`
    const condition = joinFragments([
      raw(`(select count(*) from ${qualified(schema, '_asset')} a where a.id = any(`),
      ids,
      raw(`) and a.attribute_id = ${literal(field.id)}::uuid and (`),
      own,
      raw(')) = cardinality('),
      ids,
      raw(')'),
    ])
    return { property: column, condition, code: 'validation.file' }
  })
}

/** Files that a written record names become its own, in the same statement. */
export function fileCompanions({ entity, schema }: Write, columns: Iterable<string>): WriteStatement[] {
  return fileFields(entity, columns).map((field) => {
    const named = `w.${ident(columnOf(field))}`
    return {
      name: `files ${field.id}`,
      statement: raw(
        `update ${qualified(schema, '_asset')} a set record_id = w.id from "after" w where a.id = any(${named}) and a.record_id is null`,
      ),
    }
  })
}
