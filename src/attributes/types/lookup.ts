import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { uuidPattern } from '#attributes/types/id.ts'

const links = ['related_entity', 'related_view', 'related_filter', 'relationship_id'] as const

export const lookup = {
  name: 'N:1',
  label: 'attributes.type.lookup.name',
  description: 'attributes.type.lookup.description',
  icon: 'link',
  control: 'lookup',
  cell: 'lookup',
  edm: 'Edm.Guid',
  offered: true,
  column: () => 'uuid',
  // Product ruling part 6, 1: `customer` is the navigation property, `customer_id` the scalar.
  columnName: (uri) => `${uri}_id`,
  properties: [...commonProperties.filter((name) => name !== 'default'), 'unique', ...links],
  defaults: {},
  check: ({ related_entity }) =>
    related_entity === null ? [{ code: 'validation.required', target: 'related_entity' }] : [],
  reader: () => (value) =>
    typeof value === 'string' && uuidPattern.test(value) ? value.toLowerCase() : refuse('validation.lookup'),
  fromText: (text) => (uuidPattern.test(text) ? text : refuse('validation.lookup')),
  toText: String,
  operators: ['eq', 'ne', 'in', 'isnull', 'notnull'],
  widensTo: [],
  samples: ['0190a6e0-0000-7000-8000-000000000001'],
  guessRank: null,
  hint: 'A link to one record of another entity (many to one): the customer of an invoice. Give related_entity.',
} as const satisfies AttributeType
