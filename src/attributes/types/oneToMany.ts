import { shownProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'

export const oneToMany = {
  name: '1:N',
  label: 'attributes.type.oneToMany.name',
  description: 'attributes.type.oneToMany.description',
  icon: 'rows-3',
  control: 'related',
  cell: 'related',
  edm: null,
  offered: false,
  column: () => null,
  columnName: (uri) => uri,
  properties: [...shownProperties, 'related_entity', 'related_view', 'relationship_id'],
  defaults: {},
  check: () => [],
  reader: () => () => refuse('validation.readonly'),
  fromText: () => refuse('validation.readonly'),
  toText: String,
  operators: [],
  widensTo: [],
  samples: [],
  guessRank: null,
  hint: 'The records of another entity that point to this one: the invoices of a customer.',
} as const satisfies AttributeType
