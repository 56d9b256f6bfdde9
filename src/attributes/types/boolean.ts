import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { truthSql } from '#attributes/types/sqlReaders.ts'

const yes = new Set(['true', 'yes', 'y', '1', 'on', 't', 'x', 'sí', 'si', 'jā', 'да'])
const no = new Set(['false', 'no', 'n', '0', 'off', 'f', 'nē', 'нет'])

export const boolean = {
  name: 'boolean',
  label: 'attributes.type.boolean.name',
  description: 'attributes.type.boolean.description',
  icon: 'toggle-left',
  control: 'checkbox',
  cell: 'checkbox',
  edm: 'Edm.Boolean',
  offered: true,
  column: () => 'boolean',
  columnName: (uri) => uri,
  properties: commonProperties,
  defaults: {},
  check: () => [],
  reader: () => (value) => (typeof value === 'boolean' ? value : refuse('validation.type')),
  fromText: (text) => {
    const word = text.toLowerCase()
    if (yes.has(word)) return true
    return no.has(word) ? false : refuse('validation.type')
  },
  toText: String,
  operators: ['eq', 'ne', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: null,
  align: 'start',
  width: 90,
  viewUses: ['group', 'lane'],
  editor: 'toggle',
  filter: 'truth',
  expressionKind: 'boolean',
  words: null,
  naming: false,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'truth',
  csv: 'truth',
  sheet: 'boolean',
  family: 'counted',
  becomes: ['plain', 'number', 'decimal', 'select'],
  sqlReader: truthSql,
  sqlWriter: (column) => `(case when ${column} then 'true' when not ${column} then 'false' end)`,
  sqlFrom: {},
  samples: [true, false],
  guessRank: 10,
  hint: 'Yes or no.',
} as const satisfies AttributeType
