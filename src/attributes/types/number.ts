import { readDecimal, writeDecimal } from '#decimals/decimalText.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { boundProblems } from '#attributes/types/boundProblems.ts'
import { boundsCheck } from '#attributes/types/numeric.ts'
import { plainNumber } from '#attributes/types/plainNumber.ts'
import { numberSql } from '#attributes/types/sqlReaders.ts'
import { asText } from '#attributes/types/sqlWriters.ts'

const largest = 9_223_372_036_854_775_807n

export const number = {
  name: 'number',
  label: 'attributes.type.number.name',
  description: 'attributes.type.number.description',
  icon: 'hash',
  control: 'number',
  cell: 'number',
  edm: 'Edm.Int64',
  offered: true,
  column: () => 'bigint',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'unique', 'min', 'max'],
  defaults: {},
  check: boundProblems,
  reader: (properties) => {
    const outOfBounds = boundsCheck(properties)
    return (value) => {
      const text = typeof value === 'number' ? String(value) : value
      if (typeof text !== 'string') return refuse('validation.type')
      const decimal = readDecimal(text)
      if (!decimal || decimal.fraction !== '' || !inRange(decimal.whole, decimal.negative))
        return refuse('validation.integer')
      return outOfBounds?.(decimal) ?? writeDecimal(decimal)
    }
  },
  fromText: (text, _properties, format) => plainNumber(text, format) ?? refuse('validation.integer'),
  toText: String,
  operators: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: 'whole',
  align: 'end',
  width: 120,
  viewUses: ['group'],
  editor: 'number',
  filter: 'number',
  expressionKind: 'number',
  words: null,
  naming: true,
  typed: true,
  wide: false,
  keepsSpaces: false,
  cellReader: 'number',
  csv: 'stored',
  sheet: 'number',
  family: 'counted',
  becomes: ['plain', 'counted', 'tel', 'select'],
  sqlReader: () => numberSql((n) => `${n} between -9223372036854775808 and 9223372036854775807`, 'bigint', 0),
  sqlWriter: asText,
  sqlFrom: { boolean: (column) => ({ value: `${column}::int::bigint` }) },
  samples: ['42', '-7', '9223372036854775807'],
  guessRank: 20,
  hint: 'A whole number that is counted or compared: a quantity, a year, a rank. Not for codes with leading zeros.',
} as const satisfies AttributeType

/** A bigint; up to 18 digits need no arithmetic to see that. */
function inRange(digits: string, negative: boolean): boolean {
  if (digits.length <= 18) return true
  return digits.length <= 19 && BigInt(digits) <= (negative ? largest + 1n : largest)
}
