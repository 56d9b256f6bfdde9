import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Attribute } from '#attributes/attribute.ts'
import {
  applyFor,
  definitionsSeen,
  expectedVersion,
  sayable,
  type Body,
  type DefinitionRoutesDeps,
} from '#entities/server/definitionCalls.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { countFilled } from '#entities/server/fillCounts.ts'
import type { Model } from '#entities/model.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

const many = z.object({ envid: z.string(), entityid: z.uuid('request.idInvalid') })
const one = z.object({ ...many.shape, attributeid: z.uuid('request.idInvalid') })
const body = z.record(z.string(), z.unknown())
const list = z.strictObject({ value: z.array(body).check(z.minLength(1, 'validation.required'), z.maxLength(500)) })

/** Read-only properties of an attribute. */
const systems = ['managed', 'change_id', 'entity_id', 'kind']

/** Routes of an entity's attributes: thin adapters over change sets. */
export function attributeRoutes(app: Http, deps: DefinitionRoutesDeps): void {
  const base = '/api/metadata/attribute/v1/:envid/:entityid'
  const entityFor = async (request: FastifyRequest, id: string) => entityIn(await definitionsSeen(deps, request), id)

  app.get(base, { config: { access: 'member' }, schema: { params: many } }, async (request) => ({
    value: (await entityFor(request, request.params.entityid)).attributes,
  }))

  app.post(
    base,
    { config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' }, schema: { params: many, body } },
    async (request, reply) => {
      const entity = await entityFor(request, request.params.entityid)
      const operation = operationFor(entity, request.body, expectedVersion(request))
      const applied = await applyFor(deps, request, [operation], 'body')
      const status = operation['kind'] === 'attribute.create' ? 201 : 200
      return answer(
        reply.status(status),
        attributeIn(entityIn(applied.model, entity.id), applied.operations[0]?.['id']),
      )
    },
  )

  app.post(
    `${base}/batch`,
    {
      config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' },
      schema: { params: many, body: list },
    },
    async (request) => {
      const entity = await entityFor(request, request.params.entityid)
      const operations = request.body.value.map((each) => operationFor(entity, each, undefined))
      const applied = await applyFor(deps, request, operations, 'list')
      const after = entityIn(applied.model, entity.id)
      return { value: applied.operations.map(({ id }) => attributeIn(after, id)), change_id: applied.id }
    },
  )

  app.get(
    `${base}/filled`,
    { config: { access: 'maker', activity: 'alter-entities' }, schema: { params: many } },
    async (request) => {
      const { database, walled = database, environment, readWhole } = deps.contextOf(request)
      const model = await definitionsSeen(deps, request)
      const entity = entityIn(model, request.params.entityid)
      // Value counts reveal the amount of records that a member may not see.
      const whole = await readWhole?.(model)
      const isKept = whole !== undefined && !whole.has(entity.id)
      return { value: isKept ? [] : await countFilled(walled, environment.schema, entity) }
    },
  )

  app.get(`${base}/:attributeid`, { config: { access: 'member' }, schema: { params: one } }, async (request, reply) => {
    const { entityid, attributeid } = request.params
    return answer(reply, attributeIn(await entityFor(request, entityid), attributeid))
  })

  app.patch(
    `${base}/:attributeid`,
    { config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' }, schema: { params: one, body } },
    async (request, reply) => {
      const { entityid, attributeid } = request.params
      attributeIn(await entityFor(request, entityid), attributeid)
      const operation = updateOf(attributeid, request.body, expectedVersion(request))
      const applied = await applyFor(deps, request, [operation], 'body')
      return answer(reply, attributeIn(entityIn(applied.model, entityid), attributeid))
    },
  )

  app.delete(
    `${base}/:attributeid`,
    { config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' }, schema: { params: one } },
    async (request) => {
      const { entityid, attributeid } = request.params
      attributeIn(await entityFor(request, entityid), attributeid)
      const version = expectedVersion(request)
      const operation = { kind: 'attribute.delete', id: attributeid, ...(version === undefined ? {} : { version }) }
      const applied = await applyFor(deps, request, [operation], 'body')
      return { change_id: applied.id }
    },
  )
}

/** A body with the id of an existing attribute is an update, any other body a creation. */
function operationFor(entity: EntityDefinition, given: Body, version: number | undefined): Body {
  const id = given['id']
  if (typeof id === 'string' && entity.attributes.some((attribute) => attribute.id === id))
    return updateOf(id, given, version)
  return { ...sayable(given, [...systems, 'version']), kind: 'attribute.create', entity_id: entity.id }
}

function updateOf(id: string, given: Body, version: number | undefined): Body {
  return { ...sayable(given, systems), kind: 'attribute.update', id, ...(version === undefined ? {} : { version }) }
}

function entityIn(model: Model, id: string): EntityDefinition {
  const entity = model.entities.get(id)
  if (!entity) throw fault('definition.unknown')
  return entity
}

function attributeIn(entity: EntityDefinition, id: unknown): Attribute {
  const attribute = entity.attributes.find((each) => each.id === id)
  if (!attribute) throw fault('definition.unknown')
  return attribute
}

function answer(reply: FastifyReply, attribute: Attribute) {
  return reply.header('etag', `"${attribute.version}"`).send(attribute)
}
