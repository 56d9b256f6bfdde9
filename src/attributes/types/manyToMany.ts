import { shownProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'

export const manyToMany = {
  name: 'N:N',
  label: 'attributes.type.manyToMany.name',
  description: 'attributes.type.manyToMany.description',
  icon: 'network',
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
  hint: 'Links to many records of another entity, which may be linked with many themselves.',
} as const satisfies AttributeType
