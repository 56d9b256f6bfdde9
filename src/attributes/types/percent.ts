import { commonProperties } from '#attributes/properties.ts'
import { valueOfPercent, withoutPercentSign } from '#attributes/percentReading.ts'
import { percentOfValue } from '#attributes/percentText.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { decimalProblems } from '#attributes/types/boundProblems.ts'
import { decimalReader, precisionOf, scaleOf } from '#attributes/types/numeric.ts'
import { plainNumber } from '#attributes/types/plainNumber.ts'
import { decimalSql, percentSql } from '#attributes/types/sqlReaders.ts'

export const percent = {
  name: 'percent',
  label: 'attributes.type.percent.name',
  description: 'attributes.type.percent.description',
  icon: 'badge-percent',
  control: 'percent',
  cell: 'percent',
  edm: 'Edm.Decimal',
  offered: true,
  column: (properties) => `numeric(${precisionOf(properties)},${scaleOf(properties)})`,
  columnName: (uri) => uri,
  properties: [...commonProperties, 'unique', 'min', 'max', 'precision', 'scale'],
  // 25.25 % is 0.2525.
  defaults: { precision: 18, scale: 4 },
  check: decimalProblems,
  reader: decimalReader,
  fromText: (text, properties, format) => {
    const plain = plainNumber(withoutPercentSign(text), format)
    const value = plain === null ? null : valueOfPercent(plain)
    return value ?? refuse('validation.decimal', { precision: precisionOf(properties), scale: scaleOf(properties) })
  },
  toText: (value) => `${percentOfValue(String(value)) ?? String(value)} %`,
  operators: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: 'percent',
  align: 'end',
  width: 110,
  viewUses: ['group'],
  editor: 'number',
  filter: 'number',
  expressionKind: 'number',
  words: null,
  naming: false,
  typed: true,
  wide: false,
  keepsSpaces: false,
  cellReader: 'percent',
  csv: 'written',
  sheet: 'percent',
  family: 'counted',
  becomes: ['plain', 'counted', 'select'],
  sqlReader: (properties, from) => {
    const read = from === 'counted' ? decimalSql : percentSql
    return read(precisionOf(properties), scaleOf(properties))
  },
  sqlWriter: (column, to) =>
    to === 'counted' ? `trim_scale(${column})::text` : `(trim_scale(${column} * 100)::text || ' %')`,
  sqlFrom: {},
  samples: ['0.25', '-0.05', '1.5'],
  guessRank: 25,
  hint: 'A share, kept as the number that it is and shown in percent: a discount, a tax rate, a margin. 0.25 is 25 %.',
} as const satisfies AttributeType
