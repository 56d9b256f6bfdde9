import type { Json } from '#odata/metadata/openapi/json.ts'
import { plainSchema } from '#odata/metadata/openapi/value.ts'
import { propertyOf, type EntitySet } from '#odata/model.ts'

/** The address of a row of a set, whose key is the parameter `key`. */
export function rowPath(set: EntitySet): string {
  return propertyOf(set, set.key).type === 'Edm.String' ? `/${set.name}('{key}')` : `/${set.name}({key})`
}

/** The parameter that stands for the key in `rowPath`. */
export function keyParameter(set: EntitySet): Json {
  const { title, ...property } = propertyOf(set, set.key)
  return { name: 'key', in: 'path', required: true, description: title ?? set.key, schema: plainSchema(property) }
}

/** What is answered where a row is; `error` for everything else. */
export function goodResponses(good: Json): Json {
  return { ...good, default: { $ref: '#/components/responses/error' } }
}
