import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'
import { shortenedSql } from '#attributes/types/sqlReaders.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

const cap = 100_000

export const textarea = {
  name: 'textarea',
  label: 'attributes.type.textarea.name',
  description: 'attributes.type.textarea.description',
  icon: 'align-left',
  control: 'textarea',
  cell: 'textarea',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [
    ...commonProperties,
    ...(['searchable', 'minlength', 'maxlength', 'autocapitalize', 'spellcheck'] as const),
  ],
  defaults: { maxlength: 10_000, searchable: true },
  check: (properties) => textProblems(properties, cap),
  reader: (properties) => textReader(properties, cap),
  fromText: (text) => text,
  toText: String,
  operators: ['eq', 'ne', 'contains', 'startswith', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'value',
  number: null,
  align: 'start',
  width: 260,
  viewUses: [],
  editor: 'long',
  filter: 'line',
  expressionKind: 'text',
  words: 'plain',
  naming: false,
  typed: true,
  wide: true,
  keepsSpaces: true,
  cellReader: 'asIs',
  csv: 'text',
  sheet: 'text',
  family: 'plain',
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: ({ maxlength }) => shortenedSql(maxlength, cap),
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['First line\nSecond line', 'Čau, pasaule'],
  guessRank: 90,
  hint: 'A long plain text of several lines: notes, a description, a comment.',
} as const satisfies AttributeType
