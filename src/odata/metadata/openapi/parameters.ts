import type { Json } from '#odata/metadata/openapi/json.ts'
import { queryLimits } from '#odata/syntax/limits.ts'

const text = { type: 'string' } as const

/** The query options and headers that requests share. */
export const parameters: Readonly<Record<string, Json>> = {
  filter: option('$filter', "Which rows: `total gt 100 and startswith(name,'A')`.", text),
  search: option('$search', 'Words that the rows hold: `bicycle AND NOT blue`.', text),
  orderby: option('$orderby', 'Their order: `total desc,name`.', text),
  select: option('$select', 'Which properties: `name,total`.', text),
  expand: option('$expand', 'Which related rows with them: `customer($select=name)`.', text),
  compute: option('$compute', 'Further properties: `total mul 2 as double`.', text),
  apply: option(
    '$apply',
    'Groups and sums instead of rows: `groupby((state),aggregate(total with sum as total))`.',
    text,
  ),
  count: option('$count', 'How many rows there are in all.', { type: 'boolean' }),
  top: option('$top', 'At most so many rows.', { type: 'integer', minimum: 0 }),
  skip: option('$skip', 'Without so many rows at the beginning.', {
    type: 'integer',
    minimum: 0,
    maximum: queryLimits.skip,
  }),
  skiptoken: option('$skiptoken', 'Where a next page begins; only from `@odata.nextLink`.', text),
  prefer: header('Prefer', 'Wishes such as `maxpagesize=500` or `return=minimal`.'),
  ifmatch: header('If-Match', 'The ETag of the version that the change was made on.'),
}

/** The headers that answers share. */
export const headers: Readonly<Record<string, Json>> = {
  etag: { description: 'The version of the row.', schema: text },
  location: { description: 'The address of the row.', schema: text },
}

/** `If-Match` where a change must name the version that it was made on. */
export const neededMatch: Json = { ...parameters['ifmatch'], required: true }

export function parameterNamed(name: keyof typeof parameters): Json {
  return { $ref: `#/components/parameters/${name}` }
}

function option(name: string, description: string, schema: Json): Json {
  return { name, in: 'query', description, schema }
}

function header(name: string, description: string): Json {
  return { name, in: 'header', description, schema: text }
}
