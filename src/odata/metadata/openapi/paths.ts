import { goodResponses, keyParameter, rowPath } from '#odata/metadata/openapi/address.ts'
import { abilities } from '#odata/metadata/abilities.ts'
import { content, type Json } from '#odata/metadata/openapi/json.ts'
import { operationPaths } from '#odata/metadata/openapi/operations.ts'
import { neededMatch, parameterNamed } from '#odata/metadata/openapi/parameters.ts'
import { rowSchema } from '#odata/metadata/openapi/schema.ts'
import { setNamed, type VisibleModel } from '#odata/metadata/visible.ts'
import type { EntitySet, Singleton } from '#odata/model.ts'

/** Every address of the service with what may be done there. */
export function pathsOf(model: VisibleModel): Json {
  return {
    ...Object.assign({}, ...model.sets.map(setPaths)),
    ...Object.fromEntries(model.singletons.map((each) => singletonPath(model, each))),
    ...operationPaths(model),
    '/$batch': { post: batch },
    '/$metadata': { get: { summary: 'The description of the service', responses: { 200: metadata } } },
  }
}

const metadata: Json = {
  description: 'CSDL 4.01',
  content: Object.fromEntries(abilities.metadataFormats.map((type) => [type, {}])),
}

const batch: Json = {
  summary: 'Several requests in one',
  requestBody: { required: true, content: Object.fromEntries(abilities.batchFormats.map((type) => [type, {}])) },
  responses: goodResponses({
    200: { description: 'The answers', content: Object.fromEntries(abilities.batchFormats.map((type) => [type, {}])) },
  }),
}

const etag: Json = { ETag: { $ref: '#/components/headers/etag' } }

function setPaths(set: EntitySet): Json {
  const { name, insertable = true } = set
  const tags = [name]
  return {
    [`/${name}`]: {
      get: {
        tags,
        summary: `List: ${set.title ?? name}`,
        parameters: listOptions,
        responses: goodResponses({ 200: listAnswer(set) }),
      },
      ...(insertable && { post: createCall(set) }),
    },
    [`/${name}/$count`]: {
      get: {
        tags,
        summary: `Count: ${set.title ?? name}`,
        parameters: ['filter', 'search'].map(parameterNamed),
        responses: goodResponses({
          200: {
            description: 'How many',
            content: { 'text/plain': { schema: { $ref: '#/components/schemas/count' } } },
          },
        }),
      },
    },
    [rowPath(set)]: { parameters: [keyParameter(set)], ...rowCalls(set, tags) },
  }
}

const listOptions = 'filter search orderby select expand compute apply count top skip skiptoken prefer'
  .split(' ')
  .map(parameterNamed)

function listAnswer(set: EntitySet): Json {
  return {
    description: 'A page of rows',
    content: content({
      type: 'object',
      properties: {
        '@odata.context': { type: 'string' },
        '@odata.count': { $ref: '#/components/schemas/count' },
        '@odata.nextLink': { type: 'string', description: 'The address of the next page' },
        value: { type: 'array', items: rowSchema(set) },
      },
      required: ['value'],
    }),
  }
}

function createCall(set: EntitySet): Json {
  const headers = { ...etag, Location: { $ref: '#/components/headers/location' } }
  return {
    tags: [set.name],
    summary: `Create: ${set.title ?? set.name}`,
    parameters: [parameterNamed('prefer')],
    requestBody: { required: true, content: content(rowSchema(set, 'create')) },
    responses: goodResponses({
      201: { description: 'The row', headers, content: content(rowSchema(set)) },
      204: { description: 'Made (return=minimal)' },
    }),
  }
}

function rowCalls(set: EntitySet, tags: readonly string[]): Json {
  const { updatable = true, deletable = true } = set
  const row = { description: 'The row', headers: etag, content: content(rowSchema(set)) }
  const conditions = [set.requiresEtag ? neededMatch : parameterNamed('ifmatch')]
  const title = set.title ?? set.name
  return {
    get: {
      tags,
      summary: `Read: ${title}`,
      parameters: ['select', 'expand'].map(parameterNamed),
      responses: goodResponses({ 200: row }),
    },
    ...(updatable && {
      patch: {
        tags,
        summary: `Change: ${title}`,
        parameters: [...conditions, parameterNamed('prefer')],
        requestBody: { required: true, content: content(rowSchema(set, 'update')) },
        responses: goodResponses({ 200: row, 204: { description: 'Changed (return=minimal)' } }),
      },
    }),
    ...(deletable && {
      delete: {
        tags,
        summary: `Delete: ${title}`,
        parameters: conditions,
        responses: goodResponses({ 204: { description: 'Gone' } }),
      },
    }),
  }
}

function singletonPath(model: VisibleModel, { name, set }: Singleton): [string, Json] {
  return [`/${name}`, rowCalls({ ...setNamed(model, set), deletable: false }, [set])]
}
