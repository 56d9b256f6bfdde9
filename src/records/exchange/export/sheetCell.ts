import { valueTypeName } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import { readRaw, textOfValue } from '#records/exchange/export/cells.ts'
import type { ExportColumn } from '#records/exchange/export/exportColumns.ts'
import { serialOf, serialOfTime } from '#records/exchange/sheet/serial.ts'
import type { SheetCell } from '#records/exchange/sheet/sheetXml.ts'

/**
 * A value as a cell of a sheet: as a number or date where the sheet holds it exactly, otherwise as its text. Texts are
 * texts there, so nothing of them is ever taken for a formula.
 */
export function sheetCell(column: ExportColumn, raw: string | null): SheetCell {
  if (raw === null) return null
  const value = readRaw(column, raw)
  if (value === null) return null
  if (typeof value === 'boolean') return { kind: 'boolean', value }
  const text = textOfValue(column, value)
  if (column.of === 'name') return { kind: 'text', text }
  const { sheet } = attributeTypes[valueTypeName(column.field)]
  switch (sheet) {
    case 'number':
      return isExact(text) ? { kind: 'number', number: withoutZeros(text) } : { kind: 'text', text }
    case 'percent':
      return typeof value === 'string' && isExact(value)
        ? { kind: 'percent', number: withoutZeros(value) }
        : { kind: 'text', text }
    case 'date':
    case 'datetime':
      return dated(sheet, serialOf(text), text)
    case 'time':
      return dated('time', serialOfTime(text), text)
    default:
      return { kind: 'text', text }
  }
}

function dated(kind: 'date' | 'datetime' | 'time', serial: number | null, text: string): SheetCell {
  return serial === null ? { kind: 'text', text } : { kind, number: String(serial) }
}

/** Zeros that only a column's scale asks for are no digits of the number. */
function withoutZeros(text: string): string {
  return text.includes('.') ? text.replace(/\.?0+$/, '') : text
}

/** Sheets keep numbers as doubles, which hold 15 digits of any number. */
function isExact(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text) && text.replace(/^-?0*\.?0*/, '').replace('.', '').length <= 15
}
