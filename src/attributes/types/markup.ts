import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'
import { shortenedSql } from '#attributes/types/sqlReaders.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

const cap = 100_000

export const markup = {
  name: 'markup',
  label: 'attributes.type.markup.name',
  description: 'attributes.type.markup.description',
  icon: 'file-code',
  control: 'markup',
  cell: 'markup',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [...commonProperties, ...(['searchable', 'minlength', 'maxlength', 'spellcheck'] as const)],
  defaults: { maxlength: 100_000, searchable: true },
  check: (properties) => textProblems(properties, cap),
  reader: (properties) => textReader(properties, cap),
  fromText: (text) => text,
  toText: String,
  operators: ['eq', 'ne', 'contains', 'startswith', 'isnull', 'notnull'],
  widensTo: ['textarea'],
  holds: 'value',
  number: null,
  align: 'start',
  width: 180,
  viewUses: [],
  editor: 'long',
  filter: 'line',
  expressionKind: 'text',
  words: 'plain',
  naming: false,
  typed: true,
  wide: true,
  keepsSpaces: true,
  cellReader: 'fromText',
  csv: 'text',
  sheet: 'text',
  family: 'plain',
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: ({ maxlength }) => shortenedSql(maxlength, cap),
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['# A title\n\n* one\n* **two**'],
  guessRank: null,
  hint: 'A long text with simple formatting (Markdown): documentation, an article.',
} as const satisfies AttributeType
