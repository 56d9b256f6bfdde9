import { commonProperties } from '#attributes/properties.ts'
import { refuse, type AttributeType } from '#attributes/type.ts'

export const rating = {
  name: 'rating',
  label: 'attributes.type.rating.name',
  description: 'attributes.type.rating.description',
  icon: 'star',
  control: 'rating',
  cell: 'rating',
  edm: 'Edm.Int64',
  offered: true,
  column: () => 'bigint',
  columnName: (uri) => uri,
  properties: [...commonProperties, 'stars'],
  defaults: { stars: 5 },
  check: () => [],
  reader: ({ stars }) => {
    const most = stars ?? 5
    return (value) => {
      const count = typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : value
      if (typeof count !== 'number' || !Number.isInteger(count)) return refuse('validation.integer')
      return count < 1 || count > most ? refuse('validation.range', { min: 1, max: most }) : String(count)
    }
  },
  fromText: (text) => (/^★+$/.test(text) ? String(text.length) : text),
  toText: String,
  operators: ['eq', 'ne', 'lt', 'le', 'gt', 'ge', 'in', 'isnull', 'notnull'],
  widensTo: ['number'],
  samples: ['1', '3', '5'],
  guessRank: null,
  hint: 'How good something is, in stars from 1 to a number of your choice.',
} as const satisfies AttributeType
