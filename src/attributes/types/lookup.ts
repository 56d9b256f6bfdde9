import { commonProperties } from '#attributes/properties.ts'
import type { AttributeType } from '#attributes/type.ts'
import { readLink } from '#attributes/types/link.ts'
import { linkOfText } from '#attributes/types/linkText.ts'
import { asIs } from '#attributes/types/sqlWriters.ts'

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
  reader: () => readLink,
  fromText: linkOfText,
  toText: String,
  operators: ['eq', 'ne', 'in', 'isnull', 'notnull'],
  widensTo: [],
  holds: 'link',
  number: null,
  align: 'start',
  width: 180,
  viewUses: ['group'],
  editor: 'link',
  filter: 'link',
  expressionKind: 'record',
  words: null,
  naming: false,
  typed: false,
  wide: false,
  keepsSpaces: false,
  cellReader: 'fromText',
  csv: 'stored',
  sheet: 'text',
  family: null,
  becomes: [],
  sqlReader: null,
  sqlWriter: asIs,
  sqlFrom: {},
  samples: ['0190a6e0-0000-7000-8000-000000000001'],
  guessRank: null,
  hint: 'A link to one record of another entity (many to one): the customer of an invoice. Give related_entity.',
} as const satisfies AttributeType
