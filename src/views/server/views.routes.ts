import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { AppliedChange, ChangeSets } from '#changes/server/changes.ts'
import { requireFeature } from '#entities/features.ts'
import type { Model } from '#entities/model.ts'
import { applyFor, expectedVersion, sayable, type Body, type Models } from '#entities/server/entities.ts'
import { Fault, fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { viewById } from '#views/model.ts'
import { createPersonal, deletePersonal, updatePersonal } from '#views/server/personal.ts'
import { visibleViews, type ViewContext } from '#views/server/views.ts'
import { saveOwnDefault } from '#views/server/views.store.ts'
import type { View } from '#views/view.ts'

export type ViewRoutesDeps = {
  readonly changes: ChangeSets<Model>
  readonly models: Models
  readonly contextOf: (request: FastifyRequest) => ViewContext
  /** Throws for members who may not change definitions. */
  readonly requireMaker: (request: FastifyRequest) => void
}

const many = z.object({ envid: z.string(), entityid: z.uuid('request.idInvalid') })
const one = z.object({ ...many.shape, viewid: z.uuid('request.idInvalid') })
const body = z.record(z.string(), z.unknown())
const list = z.strictObject({ value: z.array(body).check(z.minLength(1, 'validation.required'), z.maxLength(200)) })
const own = z.strictObject({ view_id: z.nullable(z.uuid('request.idInvalid')) })

/** Read-only properties of a view. */
const systems = ['id', 'entity_id', 'personal', 'owner_id', 'managed', 'change_id', 'version']

/** Use cases of the view routes: find the views visible to the member, change shared or personal views. */
function viewUseCases({ changes, contextOf, requireMaker, models }: ViewRoutesDeps) {
  const seenBy = async (request: FastifyRequest, entityId: string) => {
    const context = contextOf(request)
    const model = await models.fresh(context.environment)
    const entity = ((await context.seen?.(model)) ?? model).entities.get(entityId)
    if (!entity) throw fault('definition.unknown')
    return { context, model, entity }
  }
  const listed = async (request: FastifyRequest, entityId: string) => {
    const { context, model } = await seenBy(request, entityId)
    return (await visibleViews(context, model)).filter((view) => view.entity_id === entityId)
  }
  const found = async (request: FastifyRequest, { entityid, viewid }: z.output<typeof one>) => {
    const view = (await listed(request, entityid)).find(({ id }) => id === viewid)
    if (!view) throw fault('definition.unknown')
    return view
  }
  const shared = async (request: FastifyRequest, operations: readonly Body[], targets: 'body' | 'list') => {
    requireMaker(request)
    return applyFor({ changes, models, contextOf }, request, operations, targets).catch((error: unknown) => {
      throw error instanceof Fault ? atOwnFields(error) : error
    })
  }
  const change = async (request: FastifyRequest, view: View, given: Body): Promise<View> => {
    const version = expectedVersion(request) ?? versionOf(given)
    if (given['personal'] !== undefined && given['personal'] !== view.personal)
      throw fault('view.personalFixed', {}, 'personal')
    const patch = sayable(given, systems)
    if (view.personal) {
      const { context, entity } = await seenBy(request, view.entity_id)
      return updatePersonal(changes, context, { id: view.id, version, body: patch, entity })
    }
    return viewIn(await shared(request, [updateOf(view.id, version, patch)], 'body'), view.id)
  }

  return { seenBy, listed, found, shared, change }
}

/** Routes of an entity's views: shared views by change sets, for makers; personal views for every member. */
export function viewRoutes(app: Http, deps: ViewRoutesDeps): void {
  const { changes, contextOf } = deps
  const base = '/api/metadata/view/v1/:envid/:entityid'
  const { seenBy, listed, found, shared, change } = viewUseCases(deps)

  app.get(base, { config: { access: 'member' }, schema: { params: many } }, async (request) => ({
    value: await listed(request, request.params.entityid),
  }))

  app.post(
    base,
    { config: { access: 'member', whenFull: 'refused' }, schema: { params: many, body } },
    async (request, reply) => {
      const { entityid } = request.params
      const known = (await listed(request, entityid)).find(({ id }) => id === request.body['id'])
      if (known) return answer(reply, await change(request, known, request.body))
      const draft = sayable(request.body, systems)
      if (request.body['personal'] === true) {
        const { context, model, entity } = await seenBy(request, entityid)
        requireFeature(model, 'personalviews', entityid)
        const made = await createPersonal(changes, context, { entity, body: draft })
        return answer(reply.status(201), made)
      }
      const applied = await shared(request, [createOf(entityid, request.body)], 'body')
      return answer(reply.status(201), viewIn(applied, applied.operations[0]?.['id']))
    },
  )

  app.post(
    `${base}/batch`,
    {
      config: { access: 'maker', activity: 'manage-views', whenFull: 'refused' },
      schema: { params: many, body: list },
    },
    async (request) => {
      const { entityid } = request.params
      const known = new Map((await listed(request, entityid)).map((view) => [view.id, view]))
      const operations = request.body.value.map((given, at) => {
        const view = known.get(String(given['id']))
        // The history of change sets is visible to others; personal views are private.
        if (view?.personal ?? given['personal'] === true) throw fault('view.personalFixed', {}, `value.${at}.personal`)
        return view ? updateOf(view.id, versionOf(given), sayable(given, systems)) : createOf(entityid, given)
      })
      const applied = await shared(request, operations, 'list')
      return { value: applied.operations.map(({ id }) => viewIn(applied, id)), change_id: applied.id }
    },
  )

  app.post(
    `${base}/default`,
    { config: { access: 'member', whenFull: 'refused' }, schema: { params: many, body: own } },
    async (request) => {
      const { entityid } = request.params
      const { view_id: viewId } = request.body
      if (viewId !== null) await found(request, { ...request.params, viewid: viewId })
      const { database, environment, member } = contextOf(request)
      await saveOwnDefault(database, environment.schema, { memberId: member.id, entityId: entityid, viewId })
      return { view_id: viewId }
    },
  )

  app.get(`${base}/:viewid`, { config: { access: 'member' }, schema: { params: one } }, async (request, reply) =>
    answer(reply, await found(request, request.params)),
  )

  app.patch(
    `${base}/:viewid`,
    { config: { access: 'member', whenFull: 'refused' }, schema: { params: one, body } },
    async (request, reply) => answer(reply, await change(request, await found(request, request.params), request.body)),
  )

  app.delete(
    `${base}/:viewid`,
    { config: { access: 'member', whenFull: 'refused' }, schema: { params: one } },
    async (request) => {
      const view = await found(request, request.params)
      const version = expectedVersion(request)
      if (view.personal) {
        await deletePersonal(changes, contextOf(request), { id: view.id, version })
        return { change_id: null }
      }
      const operation = { kind: 'view.delete', id: view.id, ...(version === undefined ? {} : { version }) }
      return { change_id: (await shared(request, [operation], 'body')).id }
    },
  )
}

function createOf(entityId: string, given: Body): Body {
  const id = given['id'] === undefined ? {} : { id: given['id'] }
  return { kind: 'view.create', entity_id: entityId, ...id, view: sayable(given, systems) }
}

function updateOf(id: string, version: number | undefined, view: Body): Body {
  return { kind: 'view.update', id, view, ...(version === undefined ? {} : { version }) }
}

function versionOf({ version }: Body): number | undefined {
  return typeof version === 'number' ? version : undefined
}

function viewIn({ model }: AppliedChange<Model>, id: unknown): View {
  const view = viewById(model, String(id))
  if (!view) throw fault('definition.unknown')
  return view
}

/** In a body the view's fields lie at its top. */
function atOwnFields({ code, parameters, target, details, extra }: Fault): Fault {
  const move = (path: string | undefined) => path?.replace(/^((?:value\.\d+\.)?)view\./, '$1')
  return new Fault(
    { code, parameters, target: move(target) },
    details.map((problem) => ({ ...problem, target: move(problem.target) })),
    extra,
  )
}

function answer(reply: FastifyReply, view: View) {
  return reply.header('etag', `"${view.version}"`).send(view)
}
