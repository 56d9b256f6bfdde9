import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { linkOfText, readLink } from '#attributes/types/link.ts'

export const user = {
  name: 'user',
  label: 'attributes.type.user.name',
  description: 'attributes.type.user.description',
  icon: 'user',
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
  hint: 'A member of the environment: who does the work, who answers.',
} as const satisfies AttributeType
