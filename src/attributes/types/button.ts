import { shownProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'

export const button = {
  name: 'button',
  label: 'attributes.type.button.name',
  description: 'attributes.type.button.description',
  icon: 'mouse-pointer-click',
  control: 'button',
  cell: 'button',
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
  hint: 'A button in the form that runs an automation with the record.',
} as const satisfies AttributeType
