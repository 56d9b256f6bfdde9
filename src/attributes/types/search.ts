import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'
import { shortenedSql } from '#attributes/types/sqlReaders.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

const cap = 4000

export const search = {
  name: 'search',
  label: 'attributes.type.search.name',
  description: 'attributes.type.search.description',
  icon: 'search',
  control: 'search',
  cell: 'search',
  edm: 'Edm.String',
  offered: true,
  column: () => 'text collate "C"',
  columnName: (uri) => uri,
  properties: [
    ...commonProperties,
    ...(['unique', 'searchable', 'minlength', 'maxlength', 'pattern'] as const),
    ...(['autocomplete', 'autocapitalize', 'spellcheck'] as const),
  ],
  defaults: { maxlength: 250, searchable: true },
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
  editor: 'line',
  filter: 'line',
  expressionKind: 'text',
  words: 'plain',
  naming: true,
  typed: true,
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
  samples: ['blue bicycle'],
  guessRank: null,
  hint: 'A search term that is kept with the record: a text whose input can be cleared with one press.',
} as const satisfies AttributeType
