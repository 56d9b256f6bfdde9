import { shownProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'

export const formula = {
  name: 'formula',
  label: 'attributes.type.formula.name',
  description: 'attributes.type.formula.description',
  icon: 'sigma',
  control: 'readonly',
  cell: 'readonly',
  edm: null,
  offered: true,
  column: () => null,
  columnName: (uri) => uri,
  properties: [...shownProperties, 'expression', 'result', 'shown_over_hidden'],
  defaults: {},
  check: () => [],
  reader: () => () => refuse('validation.readonly'),
  fromText: () => refuse('validation.readonly'),
  toText: String,
  operators: [],
  widensTo: [],
  samples: [],
  guessRank: null,
  hint: 'A value calculated from other values of the record, or of records it links to.',
} as const satisfies AttributeType
