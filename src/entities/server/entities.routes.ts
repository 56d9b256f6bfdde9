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
import { copyOperations, type CopyFollowing } from '#entities/copyEntity.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { sizesOf } from '#entities/server/sizes.ts'
import { entityRecord, metadataOf } from '#entities/wire.ts'
import { fault } from '#faults/fault.ts'
import type { Companion } from '#changes/server/changes.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import { newId } from '#platform/server/newId.ts'
import type { Http } from '#platform/server/http/validation.ts'

const environment = z.object({ envid: z.string() })
const one = z.object({ envid: z.string(), entityid: z.uuid('request.idInvalid') })
const body = z.record(z.string(), z.unknown())
const list = z.strictObject({ value: z.array(body).check(z.minLength(1, 'validation.required'), z.maxLength(200)) })

/** The answer of `GET /metadata/v1`: kinds of definitions and their URLs. */
const services = ['entity', 'attribute', 'relationship', 'view', 'label', 'change'].map((name) => ({
  name,
  url: `/api/metadata/${name}/v1`,
}))

/** Read-only properties of an entity. */
const systems = ['managed', 'extendable', 'change_id', 'fields', 'kind', 'link_of']

/**
 * Copies the records of an entity into its copy: requested in the transaction that creates the copy, started
 * afterwards.
 */
export type RecordCopying = {
  ask(
    request: FastifyRequest,
    transaction: Transaction,
    of: { readonly source: EntityDefinition; readonly copy: EntityDefinition; readonly model: Model },
  ): Promise<void>
  begin(): void
}

/** Definitions of higher concepts for the member, with a tag that changes when they do. */
export type DefinitionsBeside = (
  request: FastifyRequest,
  model: Model,
  seen: Model,
) => Promise<{ readonly tag: string; readonly part: object }>

export type EntityRoutesDeps = DefinitionRoutesDeps & {
  readonly beside?: DefinitionsBeside
  /** Operations of higher concepts for a copy. */
  readonly following?: CopyFollowing
  readonly copyRecords?: RecordCopying
}

/** Routes of all definitions and of entities: thin adapters over change sets. */
export function entityRoutes(app: Http, deps: EntityRoutesDeps): void {
  const { models, contextOf, beside, following, copyRecords } = deps
  const base = '/api/metadata/entity/v1/:envid'
  const freshModel = (request: FastifyRequest) => models.fresh(contextOf(request).environment)

  app.get('/api/metadata/v1', { config: { access: 'user' } }, () => ({ value: services }))

  app.get(
    '/api/metadata/v1/:envid',
    { config: { access: 'member' }, schema: { params: environment } },
    async (request, reply) => {
      const model = await freshModel(request)
      const seen = await seenOf(request, model)
      const more = await beside?.(request, model, seen)
      // Members with restricted visibility get a tag of their own; changed rights increment the access version.
      const whose = seen === model ? '' : `.${contextOf(request).member.id}`
      const tag = `W/"${model.version}.${model.accessVersion}${whose}${more ? `.${more.tag}` : ''}"`
      void reply.header('etag', tag).header('cache-control', 'private, no-cache')
      // Texts are in the language of the request.
      void reply.header('vary', 'x-locale, accept-language')
      if (request.headers['if-none-match'] === tag) return reply.status(304).send()
      return { ...metadataOf(seen), ...more?.part }
    },
  )

  app.get(base, { config: { access: 'member' }, schema: { params: environment } }, async (request) => ({
    value: metadataOf(await definitionsSeen(deps, request)).entities,
  }))

  app.post(
    base,
    {
      config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' },
      schema: { params: environment, body },
    },
    async (request, reply) => {
      const operations = operationsFor(await freshModel(request), request, following)
      const { copy_of, with_records } = request.body
      const copying: Companion<Model> = async (transaction, { before, after }) => {
        const [source, copy] = [entityIn(before, copy_of), entityIn(after, operations[0]?.['id'])]
        await copyRecords?.ask(request, transaction, { source, copy, model: before })
      }
      const isWhole = copy_of !== undefined && with_records === true
      const applied = await applyFor(deps, request, operations, 'body', isWhole ? copying : undefined)
      if (isWhole) copyRecords?.begin()
      const status = operations[0]?.['kind'] === 'entity.create' ? 201 : 200
      return answer(reply.status(status), entityIn(applied.model, applied.operations[0]?.['id']))
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
      const value = applied.operations.map(({ id }) => entityRecord(entityIn(applied.model, id)))
      return { value, change_id: applied.id }
    },
  )

  app.get(`${base}/sizes`, { config: { access: 'member' }, schema: { params: environment } }, async (request) => {
    const { database, environment: place, readWhole } = contextOf(request)
    const model = await definitionsSeen(deps, request)
    const sizes = await sizesOf(database, place.schema, model)
    // Sizes reveal the amount of records that a member may not see.
    const whole = await readWhole?.(model)
    return { value: whole ? sizes.filter(({ id }) => whole.has(id)) : sizes }
  })

  app.get(`${base}/:entityid`, { config: { access: 'member' }, schema: { params: one } }, async (request, reply) =>
    answer(reply, entityIn(await definitionsSeen(deps, request), request.params.entityid)),
  )

  app.patch(
    `${base}/:entityid`,
    { config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' }, schema: { params: one, body } },
    async (request, reply) => {
      const operation = updateOf(request.params.entityid, request.body, expectedVersion(request))
      const applied = await applyFor(deps, request, [operation], 'body')
      return answer(reply, entityIn(applied.model, request.params.entityid))
    },
  )

  app.delete(
    `${base}/:entityid`,
    { config: { access: 'maker', activity: 'alter-entities', whenFull: 'refused' }, schema: { params: one } },
    async (request) => {
      const version = expectedVersion(request)
      const operation = {
        kind: 'entity.delete',
        id: request.params.entityid,
        ...(version === undefined ? {} : { version }),
      }
      const applied = await applyFor(deps, request, [operation], 'body')
      return { change_id: applied.id }
    },
  )

  async function seenOf(request: FastifyRequest, model: Model): Promise<Model> {
    return (await contextOf(request).seen?.(model)) ?? model
  }
}

/** A body with `copy_of` creates an entity with the attributes of another one. */
function operationsFor(
  model: Model,
  request: FastifyRequest & { readonly body: Body },
  following: CopyFollowing | undefined,
): readonly Body[] {
  const given = request.body
  const { copy_of: source, ...rest } = given
  if (source === undefined) return [operationFor(model, given, expectedVersion(request))]
  const { with_records: _records, attributes: _attributes, ...said } = rest
  return copyOperations(model, entityIn(model, source), sayable(said, [...systems, 'version', 'id']), newId, following)
}

/** A body with the id of an existing entity is an update, any other body a creation. */
function operationFor(model: Model, given: Body, version: number | undefined): Body {
  const id = given['id']
  if (typeof id === 'string' && model.entities.has(id)) return updateOf(id, given, version)
  return { ...sayable(given, [...systems, 'version']), kind: 'entity.create' }
}

function updateOf(id: string, given: Body, version: number | undefined): Body {
  const patch = sayable(given, [...systems, 'attributes'])
  return { ...patch, kind: 'entity.update', id, ...(version === undefined ? {} : { version }) }
}

function entityIn(model: Model, id: unknown): EntityDefinition {
  const entity = typeof id === 'string' ? model.entities.get(id) : undefined
  if (!entity) throw fault('definition.unknown')
  return entity
}

function answer(reply: FastifyReply, entity: EntityDefinition) {
  return reply.header('etag', `"${entity.version}"`).send(entityRecord(entity))
}
