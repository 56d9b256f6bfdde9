import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { linkOfText, readLink } from '#attributes/types/link.ts'

export const team = {
  name: 'team',
  label: 'attributes.type.team.name',
  description: 'attributes.type.team.description',
  icon: 'users',
  control: 'principal',
  cell: 'principal',
  edm: 'Edm.Guid',
  offered: true,
  column: () => 'uuid',
  columnName: (uri) => `${uri}_id`,
  properties: [...commonProperties.filter((name) => name !== 'default'), 'unique'],
  defaults: {},
  check: () => [],
  reader: () => readLink,
  fromText: linkOfText,
  toText: String,
  operators: ['eq', 'ne', 'in', 'isnull', 'notnull'],
  widensTo: [],
  samples: ['0190a6e0-0000-7000-8000-000000000001'],
  guessRank: null,
  hint: 'A team of the environment.',
} as const satisfies AttributeType
