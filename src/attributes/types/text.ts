import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'

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
  samples: ['Blue bicycle', 'Kalniņa & Co', '0'],
  guessRank: 80,
  hint: 'A short text on one line: a title, a code, a street, a phone number. Prefer email, number, date or select where they fit.',
} as const satisfies AttributeType
