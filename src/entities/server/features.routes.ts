import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { entityFeatureKeys, featureKeys, type FeatureKey, type FeaturePlace } from '#entities/feature.ts'
import { featureAt, requireFeature } from '#entities/features.ts'
import { applyFor, expectedVersion, sayable, type DefinitionRoutesDeps } from '#entities/server/definitionCalls.ts'
import { movesOf } from '#entities/server/features.store.ts'
import { attributeById, type Model } from '#entities/model.ts'
import type { FeatureRecord } from '#entities/wire.ts'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Feature that must be on, in the environment and in the entity of the URL, for the call. */
    feature?: FeatureKey
  }
}

const environment = z.object({ envid: z.string() })
const body = z.record(z.string(), z.unknown())
const wanted = z.object({ entity: z.optional(z.uuid('request.idInvalid')) })

/**
 * Routes of the switches of an environment and its entities, for makers. Other members see in the definitions which
 * features are off.
 */
export function featureRoutes(app: Http, deps: DefinitionRoutesDeps): void {
  const { models, contextOf } = deps
  const base = '/api/feature/v1/:envid'
  const config = { access: 'maker', activity: 'manage-environment', whenFull: 'refused' } as const

  app.get(base, { config, schema: { params: environment, querystring: wanted } }, async (request) => {
    const model = await models.fresh(contextOf(request).environment)
    const { entity = null } = request.query
    if (entity !== null && !model.entities.has(entity)) throw fault('definition.unknown')
    const keys = entity === null ? featureKeys : entityFeatureKeys
    return { value: await recordsOf(request, model, keys, entity) }
  })

  app.patch(base, { config, schema: { params: environment, body } }, async (request, reply) => {
    const version = expectedVersion(request)
    const said = sayable(request.body, ['since', 'by', 'kind', 'change_id'])
    const operation = { ...said, kind: 'feature.set', ...(version === undefined ? {} : { version }) }
    const { model, operations } = await applyFor(deps, request, [operation], 'body')
    const [{ key, entity_id: entityId } = {}] = operations as readonly Partial<FeaturePlace>[]
    const [record] = key ? await recordsOf(request, model, [key], entityId ?? null) : []
    return reply.header('etag', `"${record?.version ?? 0}"`).send(record)
  })

  async function recordsOf(
    request: FastifyRequest,
    model: Model,
    keys: readonly FeatureKey[],
    entityId: string | null,
  ): Promise<FeatureRecord[]> {
    const { database, environment: place } = contextOf(request)
    const features = keys.map((key) => featureAt(model, { key, entity_id: entityId }))
    const changes = features.map(({ change_id }) => change_id).filter((id) => id !== '')
    const moves = await movesOf(database, place.schema, changes)
    return features.map(({ change_id, ...feature }) => ({
      ...feature,
      since: moves.get(change_id)?.since ?? null,
      by: moves.get(change_id)?.by ?? null,
      change_id: change_id || null,
    }))
  }
}

/** Refuses every route with a declared feature while the feature is off. */
export function guardFeatures(app: Http, { models, contextOf }: Omit<DefinitionRoutesDeps, 'changes'>): void {
  app.addHook('onRoute', (route) => {
    const feature = route.config?.feature
    if (feature === undefined) return
    const guard = async (request: FastifyRequest) => {
      const model = await models.fresh(contextOf(request).environment)
      requireFeature(model, feature, entityMeant(model, request.params))
    }
    route.preHandler = [guard, ...[route.preHandler ?? []].flat()]
  })
}

/** The entity of a URL: by its own id, or by an attribute's id. */
function entityMeant(model: Model, params: unknown): string | null {
  const { entityid = null, attributeid } = params as { entityid?: string; attributeid?: string }
  return attributeid === undefined ? entityid : (attributeById(model, attributeid)?.entity.id ?? null)
}
