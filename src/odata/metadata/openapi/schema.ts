import type { Json } from '#odata/metadata/openapi/json.ts'
import { schemaNamed } from '#odata/metadata/openapi/json.ts'
import { valueSchema } from '#odata/metadata/openapi/value.ts'
import { typeNameOf, setNamed, type VisibleModel } from '#odata/metadata/visible.ts'
import type { EntitySet, Property } from '#odata/model.ts'

/** The schemas of rows as they are read, made and changed, by name; `name-create` and `name-update` beside `name`. */
export function schemasOf(model: VisibleModel): Json {
  const schemas: Record<string, Json> = { error, count: { type: 'integer', format: 'int64', minimum: 0 } }
  for (const set of model.sets) {
    const name = typeNameOf(set)
    schemas[name] = readSchema(model, set)
    if (set.insertable ?? true) schemas[`${name}-create`] = writeSchema(set, 'create')
    if (set.updatable ?? true) schemas[`${name}-update`] = writeSchema(set, 'update')
  }
  return schemas
}

/** The name of the schema of a row: `name`, `name-create` or `name-update`. */
export function rowSchema(set: EntitySet, purpose?: 'create' | 'update'): Json {
  return schemaNamed(purpose ? `${typeNameOf(set)}-${purpose}` : typeNameOf(set))
}

const error: Json = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message'],
      properties: {
        code: { type: 'string' },
        message: { type: 'string' },
        target: { type: 'string' },
        details: { type: 'array', items: { type: 'object' } },
      },
    },
  },
}

function readSchema(model: VisibleModel, set: EntitySet): Json {
  const related = [...set.navigations.values()].map(({ name, target }) => {
    const one = rowSchema(setNamed(model, target))
    return [name, { description: 'Only with $expand.', anyOf: [one, { type: 'null' }] }]
  })
  const collections = [...(set.collections?.values() ?? [])].map(({ name, target }) => {
    const items = rowSchema(setNamed(model, target))
    return [name, { description: 'Only with $expand.', type: 'array', items }]
  })
  const properties = {
    '@odata.etag': { type: 'string', readOnly: true },
    ...tree([...set.properties.values()].filter(({ type }) => type !== 'Edm.Stream')),
    ...Object.fromEntries([...related, ...collections]),
  }
  const { title, description } = set
  return {
    type: 'object',
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    properties,
  }
}

function writeSchema(set: EntitySet, purpose: 'create' | 'update'): Json {
  const writable = [...set.properties.values()].filter(
    ({ computed, immutable, type }) => !computed && type !== 'Edm.Stream' && !(immutable && purpose === 'update'),
  )
  const required = writable.filter((property) => property.required).map(({ name }) => name)
  return {
    type: 'object',
    properties: tree(writable),
    ...(purpose === 'create' && required.length > 0 && { required }),
  }
}

/** Properties by name; those of a path (`Address/City`) within an object each. */
function tree(properties: readonly Property[], depth = 0): Json {
  const groups = Map.groupBy(properties, ({ name }) => name.split('/')[depth] ?? '')
  return Object.fromEntries(
    [...groups].map(([name, members]) => {
      const [first] = members
      const isLeaf = first !== undefined && first.name.split('/').length === depth + 1
      return [name, isLeaf ? valueSchema(first) : { type: ['object', 'null'], properties: tree(members, depth + 1) }]
    }),
  )
}
