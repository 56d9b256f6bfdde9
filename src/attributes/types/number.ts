import { readDecimal, writeDecimal } from '#decimals/decimalText.ts'
import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { boundProblems, boundsCheck, plainNumber } from '#attributes/types/numeric.ts'

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
  samples: ['42', '-7', '9223372036854775807'],
  guessRank: 20,
  hint: 'A whole number that is counted or compared: a quantity, a year, a rank. Not for codes with leading zeros.',
} as const satisfies AttributeType

/** A bigint; up to 18 digits need no arithmetic to see that. */
function inRange(digits: string, negative: boolean): boolean {
  if (digits.length <= 18) return true
  return digits.length <= 19 && BigInt(digits) <= (negative ? largest + 1n : largest)
}
