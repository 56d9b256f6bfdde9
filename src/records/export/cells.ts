import { valueTypeOf, type Field } from '#attributes/attribute.ts'
import { isRefusal, plainFormat, type WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { literal } from '#platform/sql.ts'
import type { ExportColumn } from '#records/export/exportColumns.ts'
import { guardFormula } from '#records/import/guard.ts'

/** The SQL that makes the cell of a CSV file of a column, or null where PostgreSQL cannot write it as its type does. */
export function cellSql({ field, of }: ExportColumn): ((column: string) => string) | null {
  if (of === 'name') return guardedSql
  const type = valueTypeOf(field)
  switch (type.edm) {
    case 'Edm.Guid':
    case 'Edm.Int64':
    case 'Edm.Decimal':
    case 'Edm.Date':
    case 'Edm.TimeOfDay':
    case 'Edm.DateTimeOffset':
      return (column) => column
    case 'Edm.Boolean':
      return (column) => `case when ${column} then 'true' when not ${column} then 'false' end`
    case 'Edm.String':
      if (field.type === 'select') return choiceSql(field)
      return type.toText === String ? guardedSql : null
    default:
      return null
  }
}

/** The SQL of a column as `readRaw` takes it: lists as JSON, all else as PostgreSQL writes it. */
export function rawSql({ field, of }: ExportColumn): (column: string) => string {
  const { isList } = valueTypeOf(field)
  return of === 'value' && isList ? (column) => `array_to_json(${column})::text` : (column) => column
}

/** A value as PostgreSQL wrote it, as it travels on the wire. */
export function readRaw({ field, of }: ExportColumn, raw: string | null): WireValue {
  if (raw === null || of === 'name') return raw
  const type = valueTypeOf(field)
  if (type.isList) return JSON.parse(raw) as readonly string[]
  switch (type.edm) {
    case 'Edm.Boolean':
      return raw === 't'
    case 'Edm.DateTimeOffset':
      return instantOf(raw)
    case 'Edm.Duration': {
      const read = attributeTypes.duration.fromText(raw, field, plainFormat)
      return isRefusal(read) ? raw : read
    }
    default:
      return raw
  }
}

/** A value as people read it and an import takes it: the inverse of `fromText`. */
export function textOfValue({ field, of }: ExportColumn, value: WireValue): string {
  if (value === null) return ''
  if (of === 'name') return String(value)
  if (field.type === 'select' && typeof value === 'string') return choiceText(field, value)
  return valueTypeOf(field).toText(value, field)
}

/** How a choice is written; system fields keep their values. */
function choiceText(field: Field, value: string): string {
  return 'label' in field ? value : attributeTypes.select.toText(value, field)
}

function choiceSql(field: Field): (column: string) => string {
  const said = field.options.flatMap(({ value }) => {
    const text = guardFormula(choiceText(field, value))
    return text === value ? [] : [` when ${literal(value)} then ${literal(text)}`]
  })
  if (said.length === 0) return guardedSql
  return (column) => `case ${column}${said.join('')} else ${guardedSql(column)} end`
}

/**
 * `guardFormula` in SQL. What a spreadsheet could take for a formula begins with a character before `A`; most texts do
 * not, so most are only compared.
 */
function guardedSql(column: string): string {
  const risky = String.raw`'^''*[=+@\t\r-]'`
  const number = String.raw`'^[+-]?[0-9]+(?:[.,][0-9]+)?(?:[eE][+-]?[0-9]+)?$'`
  const text = `${column} collate "C"`
  return `case when ${column} ~<~ 'A' and ${text} ~ ${risky} and ${text} !~ ${number} then '''' || ${column} else ${column} end`
}

/** `2024-02-29 23:59:59.999+00` as an instant of ISO 8601 with milliseconds. */
function instantOf(raw: string): string {
  const [day = '', time = ''] = raw.split(' ')
  const [clock = '', fraction = ''] = time.replace(/[+-]00$/, '').split('.')
  return `${day}T${clock}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
