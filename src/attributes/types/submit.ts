import { shownProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'

export const submit = {
  name: 'submit',
  label: 'attributes.type.submit.name',
  description: 'attributes.type.submit.description',
  icon: 'send',
  control: 'submit',
  cell: 'submit',
  edm: null,
  offered: true,
  column: () => null,
  columnName: (uri) => uri,
  properties: [...shownProperties, 'run'],
  defaults: {},
  check: () => [],
  reader: () => () => refuse('validation.readonly'),
  fromText: () => refuse('validation.readonly'),
  toText: String,
  operators: [],
  widensTo: [],
  samples: [],
  guessRank: null,
  hint: 'A button that saves the form and may then run an automation.',
} as const satisfies AttributeType
