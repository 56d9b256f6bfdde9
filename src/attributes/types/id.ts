import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'
import { uuidPattern } from '#attributes/uuid.ts'

export const id = {
  name: 'id',
  label: 'attributes.type.id.name',
  description: 'attributes.type.id.description',
  icon: 'fingerprint',
  control: 'readonly',
  cell: 'readonly',
  edm: 'Edm.Guid',
  offered: true,
  column: () => 'uuid',
  columnName: (uri) => uri,
  properties: [...commonProperties.filter((name) => name !== 'default'), 'unique'],
  defaults: { unique: true },
  check: () => [],
  reader: () => (value) =>
    typeof value === 'string' && uuidPattern.test(value) ? value.toLowerCase() : refuse('request.idInvalid'),
  fromText: (text) => (uuidPattern.test(text) ? text : refuse('request.idInvalid')),
  toText: String,
  operators: ['eq', 'ne', 'in', 'isnull', 'notnull'],
  widensTo: [],
  samples: ['0190a6e0-0000-7000-8000-000000000001'],
  guessRank: 5,
  hint: 'An identifier (uuid) that another system gave the record. Every record has its own id already.',
} as const satisfies AttributeType
