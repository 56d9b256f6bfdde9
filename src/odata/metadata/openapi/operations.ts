import { content, type Json } from '#odata/metadata/openapi/json.ts'
import { goodResponses, keyParameter, rowPath } from '#odata/metadata/openapi/address.ts'
import { rowSchema } from '#odata/metadata/openapi/schema.ts'
import { plainSchema } from '#odata/metadata/openapi/value.ts'
import { setNamed, type VisibleModel } from '#odata/metadata/visible.ts'
import type { ODataOperation, OperationType } from '#odata/model.ts'

/** Where actions and functions are called. */
export function operationPaths(model: VisibleModel): Json {
  return Object.fromEntries(model.operations.map((operation) => [pathOf(model, operation), callOf(model, operation)]))
}

function pathOf(model: VisibleModel, { name, kind, binding, parameters }: ODataOperation): string {
  const given = [...parameters.keys()].map((parameter) => `${parameter}={${parameter}}`).join(',')
  const call = kind === 'function' ? `${name}(${given})` : name
  if (!binding) return `/${call}`
  const set = setNamed(model, binding.set)
  return `${binding.collection ? `/${set.name}` : rowPath(set)}/${model.namespace}.${call}`
}

function callOf(model: VisibleModel, { name, kind, binding, parameters, returns, title }: ODataOperation): Json {
  const given = [...parameters.values()]
  const key = binding && !binding.collection ? [keyParameter(setNamed(model, binding.set))] : []
  const inPath = given.map((each) => ({
    name: each.name,
    in: 'path',
    required: true,
    description: 'As a literal of OData: texts in single quotes.',
    schema: { type: 'string' },
  }))
  const body = {
    type: 'object',
    properties: Object.fromEntries(given.map((each) => [each.name, schemaOf(model, each)])),
  }
  const result = returns
    ? { 200: { description: 'The result', content: content(resultOf(model, returns)) } }
    : { 204: { description: 'Done' } }
  const common = { tags: [binding?.set ?? model.namespace], summary: title ?? name, responses: goodResponses(result) }
  if (kind === 'function') return { get: { ...common, parameters: [...key, ...inPath] } }
  return {
    post: { ...common, parameters: key, ...(given.length > 0 && { requestBody: { content: content(body) } }) },
  }
}

function schemaOf(model: VisibleModel, { of, collection, nullable }: OperationType): Json {
  const one = 'set' in of ? rowSchema(setNamed(model, of.set)) : plainSchema(of)
  if (collection) return { type: 'array', items: one }
  return nullable ? { anyOf: [one, { type: 'null' }] } : one
}

// A row is the answer itself; everything else is its member `value` (JSON format 11 and 13).
function resultOf(model: VisibleModel, returns: OperationType): Json {
  const schema = schemaOf(model, returns)
  return 'set' in returns.of && !returns.collection ? schema : { type: 'object', properties: { value: schema } }
}
