import { percentOfValue } from '#attributes/percentText.ts'
import { textOfSerial, type DateSystem, type Shows } from '#records/exchange/sheet/serial.ts'

/** A cell as it stands in a sheet. */
export type RawCell = { readonly type: string; readonly style: number; readonly value: string }

/** What is needed of the workbook to read a cell. */
export type Workbook = {
  readonly shows: readonly Shows[]
  readonly system: DateSystem
  readonly shared: (index: number) => string
}

/**
 * The text of a cell: numbers in plain digits, dates and times by the format of the cell, in ISO 8601 and without a zone
 * unless the format says UTC. Formulas are never computed; what the spreadsheet has computed last stands beside them.
 */
export function cellText({ type, style, value }: RawCell, { shows, system, shared }: Workbook): string {
  switch (type) {
    case 's':
      return shared(Number(value))
    case 'inlineStr':
    case 'str':
    case 'e':
      return value
    case 'b':
      return value === '1' || value === 'true' ? 'true' : 'false'
    case 'd':
      return value
    default: {
      if (value === '') return ''
      const shown = shows[style] ?? 'number'
      if (shown === 'percent') return percentText(plainDigits(value))
      const text = shown === 'number' ? null : textOfSerial(Number(value), shown, system)
      return text ?? plainDigits(value)
    }
  }
}

/** A share with the sign, so that it is told from a number of percent. */
function percentText(share: string): string {
  const percent = percentOfValue(share)
  return percent === null ? share : `${percent} %`
}

/**
 * A number as a sheet keeps it, in plain digits. Sheets keep doubles and write up to 17 digits of them, of which people
 * typed at most 15.
 */
export function plainDigits(value: string): string {
  const digits = value.replaceAll(/[^0-9]/g, '').replace(/^0+/, '').length
  if (/^-?\d+(?:\.\d+)?$/.test(value) && digits <= 15) return value
  const number = Number(value)
  if (!Number.isFinite(number)) return value
  return withoutExponent(String(Number(number.toPrecision(15))))
}

function withoutExponent(text: string): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text)
  if (!match) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match
  const digits = whole + fraction
  const point = 1 + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  return `${sign}${digits.padEnd(point, '0')}${digits.length > point ? '.' + digits.slice(point) : ''}`
}
