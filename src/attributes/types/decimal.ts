import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { decimalProblems } from '#attributes/types/boundProblems.ts'
import { decimalReader, precisionOf, scaleOf } from '#attributes/types/numeric.ts'
import { plainNumber } from '#attributes/types/plainNumber.ts'
import { decimalSql } from '#attributes/types/sqlReaders.ts'

/** ISO 4217. */
const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

export const decimal = {
  name: 'decimal',
  label: 'attributes.type.decimal.name',
  description: 'attributes.type.decimal.description',
  icon: 'percent',
  control: 'decimal',
  cell: 'decimal',
  edm: 'Edm.Decimal',
  offered: true,
  column: (properties) => `numeric(${precisionOf(properties)},${scaleOf(properties)})`,
  columnName: (uri) => uri,
  properties: [...commonProperties, 'unique', 'min', 'max', 'precision', 'scale', 'currency'],
  defaults: { precision: 18, scale: 2 },
  check: (properties) => {
    const currency = properties.currency !== null && !currencies.has(properties.currency)
    return [
      ...decimalProblems(properties),
      ...(currency ? [{ code: 'validation.option', target: 'currency' } as const] : []),
    ]
  },
  reader: decimalReader,
  fromText: (text, properties, format) =>
    plainNumber(text, format) ??
    refuse('validation.decimal', { precision: precisionOf(properties), scale: scaleOf(properties) }),
  toText: String,
  operators: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: 'decimal',
  align: 'end',
  width: 130,
  viewUses: [],
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
  becomes: ['plain', 'counted', 'select'],
  sqlReader: (properties) => decimalSql(precisionOf(properties), scaleOf(properties)),
  sqlWriter: (column) => `trim_scale(${column})::text`,
  sqlFrom: { boolean: (column) => ({ value: `${column}::int::numeric` }) },
  samples: ['12.5', '-0.05', '9999999999999999.99'],
  guessRank: 30,
  hint: 'A number with digits behind the point, kept exactly: money, a weight, a rate. Set precision and scale.',
} as const satisfies AttributeType
