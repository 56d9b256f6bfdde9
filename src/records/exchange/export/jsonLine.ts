import type { WireValue } from '#attributes/type.ts'
import { valueTypeOf } from '#attributes/attribute.ts'
import { readRaw } from '#records/exchange/export/cells.ts'
import type { ExportColumn } from '#records/exchange/export/exportColumns.ts'

/** One record as a line of JSON. Numbers stand with all of their digits; what reads them as doubles may lose some. */
export function jsonLine(columns: readonly ExportColumn[], raw: readonly (string | null)[]): string {
  const members = columns.map((column, at) => `${JSON.stringify(column.key)}:${jsonValue(column, raw[at] ?? null)}`)
  return `{${members.join(',')}}\n`
}

function jsonValue(column: ExportColumn, raw: string | null): string {
  const value: WireValue = readRaw(column, raw)
  const { edm } = valueTypeOf(column.field)
  const isNumber = column.of === 'value' && (edm === 'Edm.Int64' || edm === 'Edm.Decimal')
  return isNumber && typeof value === 'string' ? value : JSON.stringify(value)
}
