import { valueTypeName, valueTypeOf, type Field } from '#attributes/attribute.ts'
import { isRefusal, plainFormat, type WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { literal } from '#platform/sql.ts'
import type { ExportColumn } from '#records/exchange/export/exportColumns.ts'

/** What is done with the cells of a column that PostgreSQL has written: texts are guarded, `t` and `f` are written out. */
export type CellKind = 'plain' | 'text' | 'boolean'

/** How PostgreSQL writes the cell of a CSV file, but for what its kind asks for. */
export type ExportCell = { readonly sql: (column: string) => string; readonly kind: CellKind }

const asIs = (column: string) => column

/** The cell of a CSV file of a column, or null where PostgreSQL cannot write it as its type does. */
export function exportCell({ field, of }: ExportColumn): ExportCell | null {
  if (of === 'name') return { sql: asIs, kind: 'text' }
  const { csv, sqlWriter } = attributeTypes[valueTypeName(field)]
  switch (csv) {
    case 'stored':
      return { sql: asIs, kind: 'plain' }
    case 'written':
      return { sql: (column) => sqlWriter(column, null), kind: 'plain' }
    case 'truth':
      return { sql: asIs, kind: 'boolean' }
    case 'text':
      return { sql: asIs, kind: 'text' }
    case 'label':
      return { sql: choiceSql(field), kind: 'text' }
    case 'byProgram':
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
      const read = attributeTypes[field.type].fromText(raw, field, plainFormat)
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
  if (attributeTypes[field.type].csv === 'label' && typeof value === 'string') return choiceText(field, value)
  return valueTypeOf(field).toText(value, field)
}

/** How a choice is written; system fields keep their values. */
function choiceText(field: Field, value: string): string {
  return 'label' in field ? value : attributeTypes.select.toText(value, field)
}

function choiceSql(field: Field): (column: string) => string {
  const said = field.options.flatMap(({ value }) => {
    const text = choiceText(field, value)
    return text === value ? [] : [` when ${literal(value)} then ${literal(text)}`]
  })
  return said.length === 0 ? asIs : (column) => `case ${column}${said.join('')} else ${column} end`
}

/** `2024-02-29 23:59:59.999+00` as an instant of ISO 8601 with milliseconds. */
function instantOf(raw: string): string {
  const [day = '', time = ''] = raw.split(' ')
  const [clock = '', fraction = ''] = time.replace(/[+-]00$/, '').split('.')
  return `${day}T${clock}.${fraction.padEnd(3, '0').slice(0, 3)}Z`
}
