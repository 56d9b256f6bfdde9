import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { numberSql } from '#attributes/types/sqlReaders.ts'
import { asText } from '#attributes/types/sqlWriters.ts'

export const rating = {
  name: 'rating',
  label: 'attributes.type.rating.name',
  description: 'attributes.type.rating.description',
  icon: 'star',
  control: 'rating',
  cell: 'rating',
  edm: 'Edm.Int64',
  offered: true,
  column: () => 'bigint',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'stars'],
  defaults: { stars: 5 },
  check: () => [],
  reader: ({ stars }) => {
    const most = stars ?? 5
    return (value) => {
      const count = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value
      if (typeof count !== 'number' || !Number.isInteger(count)) return refuse('validation.integer')
      return count < 1 || count > most ? refuse('validation.range', { min: 1, max: most }) : String(count)
    }
  },
  fromText: (text) => (/^★+$/.test(text) ? String(text.length) : text),
  toText: String,
  operators: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'isnull', 'notnull'],
  widensTo: ['number'],
  holds: 'value',
  number: 'whole',
  align: 'start',
  width: 180,
  viewUses: ['group'],
  editor: 'number',
  filter: 'number',
  expressionKind: 'number',
  words: null,
  naming: false,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'stored',
  sheet: 'number',
  family: 'counted',
  becomes: ['plain', 'counted', 'select'],
  sqlReader: ({ stars }) => numberSql((n) => `${n} between 1 and ${stars ?? 5}`, 'bigint', 0),
  sqlWriter: asText,
  sqlFrom: {},
  samples: ['1', '3', '5'],
  guessRank: null,
  hint: 'How good something is, in stars from 1 to a number of your choice.',
} as const satisfies AttributeType
