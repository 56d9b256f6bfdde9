import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import {
  applyFor,
  definitionsSeen,
  expectedVersion,
  sayable,
  type Body,
  type DefinitionRoutesDeps,
} from '#entities/server/definitionCalls.ts'
import type { Model } from '#entities/model.ts'
import { relationshipRecord, type RelationshipRecord } from '#entities/wire.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

const environment = z.object({ envid: z.string() })
const one = z.object({ envid: z.string(), relationshipid: z.uuid('request.idInvalid') })
const body = z.record(z.string(), z.unknown())
const list = z.strictObject({ value: z.array(body).check(z.minLength(1, 'validation.required'), z.maxLength(200)) })

/** Read-only properties of a relationship, and properties fixed at creation. */
const systems = ['managed', 'change_id', 'kind', 'attribute_id', 'inverse_attribute', 'link_entity']
const fixed = ['from_entity', 'to_entity', 'cardinality']

/** Routes of relationships: thin adapters over change sets. */
export function relationshipRoutes(app: Http, deps: DefinitionRoutesDeps): void {
  const { models, contextOf } = deps
  const base = '/api/metadata/relationship/v1/:envid'
  const freshModel = (request: FastifyRequest) => models.fresh(contextOf(request).environment)

  app.get(base, { config: { access: 'member' }, schema: { params: environment } }, async (request) => {
    const model = await definitionsSeen(deps, request)
    return { value: [...model.relationships.values()].map((each) => relationshipRecord(model, each)) }
  })

  app.post(
    base,
    {
      config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' },
      schema: { params: environment, body },
    },
    async (request, reply) => {
      const operation = operationFor(await freshModel(request), request.body, expectedVersion(request))
      const applied = await applyFor(deps, request, [operation], 'body')
      const status = operation['kind'] === 'relationship.create' ? 201 : 200
      return answer(reply.status(status), relationshipIn(applied.model, applied.operations[0]?.['id']))
    },
  )

  app.post(
    `${base}/batch`,
    {
      config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' },
      schema: { params: environment, body: list },
    },
    async (request) => {
      const model = await freshModel(request)
      const operations = request.body.value.map((each) => operationFor(model, each, undefined))
      const applied = await applyFor(deps, request, operations, 'list')
      return { value: applied.operations.map(({ id }) => relationshipIn(applied.model, id)), change_id: applied.id }
    },
  )

  app.get(
    `${base}/:relationshipid`,
    { config: { access: 'member' }, schema: { params: one } },
    async (request, reply) =>
      answer(reply, relationshipIn(await definitionsSeen(deps, request), request.params.relationshipid)),
  )

  app.patch(
    `${base}/:relationshipid`,
    { config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' }, schema: { params: one, body } },
    async (request, reply) => {
      const { relationshipid } = request.params
      relationshipIn(await freshModel(request), relationshipid)
      const operation = updateOf(relationshipid, request.body, expectedVersion(request))
      const applied = await applyFor(deps, request, [operation], 'body')
      return answer(reply, relationshipIn(applied.model, relationshipid))
    },
  )

  app.delete(
    `${base}/:relationshipid`,
    { config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' }, schema: { params: one } },
    async (request) => {
      const version = expectedVersion(request)
      const { relationshipid: id } = request.params
      const operation = { kind: 'relationship.delete', id, ...(version === undefined ? {} : { version }) }
      const applied = await applyFor(deps, request, [operation], 'body')
      return { change_id: applied.id }
    },
  )
}

/** A body with the id of an existing relationship is an update, any other body a creation. */
function operationFor(model: Model, given: Body, version: number | undefined): Body {
  const id = given['id']
  if (typeof id === 'string' && model.relationships.has(id)) return updateOf(id, given, version)
  return { ...sayable(given, [...systems, 'version']), kind: 'relationship.create' }
}

function updateOf(id: string, given: Body, version: number | undefined): Body {
  const patch = sayable(given, [...systems, ...fixed])
  return { ...patch, kind: 'relationship.update', id, ...(version === undefined ? {} : { version }) }
}

function relationshipIn(model: Model, id: unknown): RelationshipRecord {
  const relationship = typeof id === 'string' ? model.relationships.get(id) : undefined
  if (!relationship) throw fault('definition.unknown')
  return relationshipRecord(model, relationship)
}

function answer(reply: FastifyReply, relationship: RelationshipRecord) {
  return reply.header('etag', `"${relationship.version}"`).send(relationship)
}
