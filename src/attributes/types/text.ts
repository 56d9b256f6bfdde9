import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'
import { shortenedSql } from '#attributes/types/sqlReaders.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

const cap = 4000

export const text = {
  name: 'text',
  label: 'attributes.type.text.name',
  description: 'attributes.type.text.description',
  icon: 'type',
  control: 'text',
  cell: 'text',
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
  widensTo: ['textarea'],
  holds: 'value',
  number: null,
  align: 'start',
  width: 180,
  viewUses: ['group'],
  editor: 'line',
  filter: 'line',
  expressionKind: 'text',
  words: 'plain',
  naming: true,
  typed: true,
  wide: false,
  keepsSpaces: true,
  cellReader: 'asIs',
  csv: 'text',
  sheet: 'text',
  family: 'plain',
  becomes: ['plain', 'formed', 'counted', 'timed', 'several'],
  sqlReader: ({ maxlength }) => shortenedSql(maxlength, cap),
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['Blue bicycle', 'Kalniņa & Co', '0'],
  guessRank: 80,
  hint: 'A short text on one line: a title, a code, a street, a phone number. Prefer email, number, date or select where they fit.',
} as const satisfies AttributeType
