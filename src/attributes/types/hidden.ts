import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'
import { shortenedSql } from '#attributes/types/sqlReaders.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

const cap = 4000

export const hidden = {
  name: 'hidden',
  label: 'attributes.type.hidden.name',
  description: 'attributes.type.hidden.description',
  icon: 'eye-off',
  control: 'hidden',
  cell: 'hidden',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'unique', 'minlength', 'maxlength', 'pattern'],
  defaults: { maxlength: 250, queryable: false },
  check: (properties) => textProblems(properties, cap),
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
  naming: false,
  typed: false,
  wide: false,
  keepsSpaces: true,
  cellReader: 'fromText',
  csv: 'text',
  sheet: 'text',
  family: 'plain',
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: ({ maxlength }) => shortenedSql(maxlength, cap),
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['a-key'],
  guessRank: null,
  hint: 'A text that programs keep with the record and no form shows.',
} as const satisfies AttributeType
