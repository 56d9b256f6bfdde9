import { functions } from '#odata/functions/registry.ts'

/** What the engine can do with every model. Whoever teaches it more says so here; a test asks the service for each. */
export const abilities = {
  conformance: 'Intermediate',
  formats: [
    'application/json;odata.metadata=minimal',
    'application/json;odata.metadata=minimal;IEEE754Compatible=true',
    'application/json;odata.metadata=none',
    'application/json;odata.metadata=full',
    'text/csv',
  ],
  metadataFormats: ['application/xml', 'application/json'],
  batchFormats: ['multipart/mixed', 'application/json'],
  deepInsert: true,
  deepUpdate: true,
  upsert: true,
  updateMethods: ['PATCH', 'PUT'],
  keyAsSegment: true,
  querySegment: true,
  compute: true,
  operators: 'eq ne gt ge lt le in has and or not add sub mul div divby mod any all'.split(' '),
  expressions: ['case', 'cast', 'isof'],
  transformations: (
    'aggregate groupby filter search compute concat identity orderby top skip ' +
    'topcount bottomcount topsum bottomsum toppercent bottompercent'
  ).split(' '),
} as const satisfies Abilities

export type Abilities = {
  readonly conformance: 'Minimal' | 'Intermediate' | 'Advanced'
  readonly formats: readonly string[]
  readonly metadataFormats: readonly string[]
  readonly batchFormats: readonly string[]
  readonly deepInsert: boolean
  readonly deepUpdate: boolean
  readonly upsert: boolean
  readonly updateMethods: readonly ('PATCH' | 'PUT')[]
  readonly keyAsSegment: boolean
  readonly querySegment: boolean
  readonly compute: boolean
  readonly operators: readonly string[]
  readonly expressions: readonly string[]
  /** The steps of `$apply`. */
  readonly transformations: readonly string[]
}

/** Everything that a filter may be made of, by name. */
export function filterFunctions(): string[] {
  const called = [...functions.values()].map(({ name }) => name)
  return [...new Set([...abilities.operators, ...called, ...abilities.expressions])]
}
