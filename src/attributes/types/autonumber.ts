import { commonProperties } from '#attributes/properties.ts'
import { readNumberFormat } from '#attributes/numberFormat.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textReader } from '#attributes/types/textual.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

const cap = 120
const unsayable: ReadonlySet<string> = new Set([
  'default',
  'default_expression',
  'required',
  'validators',
  'input_trigger',
])

export const autonumber = {
  name: 'autonumber',
  label: 'attributes.type.autonumber.name',
  description: 'attributes.type.autonumber.description',
  icon: 'list-ordered',
  control: 'readonly',
  cell: 'readonly',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [...commonProperties.filter((name) => !unsayable.has(name)), 'unique', 'searchable', 'format', 'nogaps'],
  defaults: { format: '{0000}', readonly: true, unique: true, searchable: true },
  check: ({ format }) => (readNumberFormat(format ?? '') ? [] : [{ code: 'attribute.numberFormat', target: 'format' }]),
  reader: (properties) => textReader(properties, cap),
  fromText: (text) => text,
  toText: String,
  operators: ['eq', 'ne', 'contains', 'startswith', 'in', 'isnull', 'notnull'],
  widensTo: ['text', 'textarea'],
  holds: 'value',
  number: null,
  align: 'start',
  width: 180,
  viewUses: [],
  editor: null,
  filter: 'line',
  expressionKind: 'text',
  words: 'plain',
  naming: true,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'text',
  sheet: 'text',
  family: null,
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: null,
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['INV-2025-0001'],
  guessRank: null,
  hint: 'A number that the system gives each new record, such as INV-2025-0001.',
} as const satisfies AttributeType
