import { shownProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'

export const rollup = {
  name: 'rollup',
  label: 'attributes.type.rollup.name',
  description: 'attributes.type.rollup.description',
  icon: 'combine',
  control: 'readonly',
  cell: 'readonly',
  edm: null,
  offered: true,
  column: () => null,
  columnName: (uri) => uri,
  properties: [...shownProperties, 'rollup', 'result', 'shown_over_hidden'],
  defaults: {},
  check: () => [],
  reader: () => () => refuse('validation.readonly'),
  fromText: () => refuse('validation.readonly'),
  toText: String,
  operators: [],
  widensTo: [],
  samples: [],
  guessRank: null,
  hint: 'A value gathered from linked records: a count, a sum, the first.',
} as const satisfies AttributeType
