import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { textProblems, textReader } from '#attributes/types/textual.ts'

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
  samples: ['a-key'],
  guessRank: null,
  hint: 'A text that programs keep with the record and no form shows.',
} as const satisfies AttributeType
