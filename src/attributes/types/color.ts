import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { colorSql } from '#attributes/types/sqlReaders.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

const form = /^#[0-9a-f]{6}$/i

export const color = {
  name: 'color',
  label: 'attributes.type.color.name',
  description: 'attributes.type.color.description',
  icon: 'palette',
  control: 'color',
  cell: 'color',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'unique'],
  defaults: {},
  check: () => [],
  reader: () => (value) =>
    typeof value === 'string' && form.test(value) ? value.toLowerCase() : refuse('validation.color'),
  fromText: (text) => {
    const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(text)
    if (short)
      return `#${short
        .slice(1)
        .map((digit) => digit + digit)
        .join('')}`
    return /^[0-9a-f]{6}$/i.test(text) ? `#${text}` : text
  },
  toText: String,
  operators: ['eq', 'ne', 'in', 'isnull', 'notnull'],
  widensTo: ['text', 'textarea'],
  holds: 'value',
  number: null,
  align: 'start',
  width: 180,
  viewUses: [],
  editor: 'line',
  filter: 'color',
  expressionKind: 'text',
  words: 'plain',
  naming: false,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'text',
  sheet: 'text',
  family: 'formed',
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: colorSql,
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['#1a2b3c'],
  guessRank: null,
  hint: 'A colour, as #rrggbb.',
} as const satisfies AttributeType
