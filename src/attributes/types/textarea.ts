import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'

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
  samples: ['First line\nSecond line', 'Čau, pasaule'],
  guessRank: 90,
  hint: 'A long plain text of several lines: notes, a description, a comment.',
} as const satisfies AttributeType
