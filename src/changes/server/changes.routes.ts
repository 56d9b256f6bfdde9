import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Operation } from '#changes/operation.ts'
import type { LaterChange, ChangeContext, ChangeSets, Preview } from '#changes/server/changes.ts'
import type { StoredChange } from '#changes/server/changes.store.ts'
import { Fault } from '#faults/fault.ts'
import type { ChangeDetail, ChangePage, Conversion, LaterRecord, ChangeRecord, PreviewRecord } from '#changes/wire.ts'
import { translateFor } from '#language/server/texts.ts'
import { resolveTextKeys } from '#language/resolveTextKeys.ts'
import type { TextKey } from '#language/translate.ts'
import { isStorable } from '#text/storable.ts'
import type { Http } from '#platform/server/http/validation.ts'

export type ChangeRoutesDeps = {
  readonly changes: ChangeSets<unknown>
  /** The requesting member and environment. */
  readonly contextOf: (request: FastifyRequest) => ChangeContext
  /** Queues a slow change as a job, and returns the job's id. */
  readonly later: (request: FastifyRequest, work: LaterChange, title: Fault['parameters']) => Promise<string>
  /** The operations of a change without private ones. */
  readonly publicOperations: (operations: readonly Operation[]) => readonly Operation[]
  /** Effects of type changes on values, limited to values that the member may know. */
  readonly toldConversions: (
    request: FastifyRequest,
    conversions: readonly Conversion[],
  ) => Promise<readonly Conversion[]>
}

/** Maximum number of operations in one change set. */
export const operationsLimit = 1000
const operations = z.array(z.unknown()).check(z.minLength(1, 'validation.required'), z.maxLength(operationsLimit))
const note = z.optional(
  z.nullable(z.string().check(z.maxLength(1000, 'validation.tooLong'), z.refine(isStorable, 'validation.type'))),
)
const environment = z.object({ envid: z.string() })
const one = z.object({ envid: z.string(), changeid: z.uuid('request.idInvalid') })
const page = z.object({
  entity: z.optional(z.uuid('request.idInvalid')),
  by: z.optional(z.uuid('request.idInvalid')),
  before: z.optional(z.coerce.number().check(z.int('request.malformed'), z.positive('request.malformed'))),
  top: z.prefault(z.coerce.number().check(z.int('request.malformed'), z.gte(1), z.lte(200)), 50),
})

/** Routes of change sets: history, preview, apply, undo. */
export function changeRoutes(app: Http, deps: ChangeRoutesDeps): void {
  const { changes, contextOf, later, publicOperations, toldConversions } = deps
  const changing = changes.activities
  const told = async (request: FastifyRequest, preview: Preview) =>
    previewRecord({ ...preview, conversions: await toldConversions(request, preview.conversions) }, request)
  const laterFor = (request: FastifyRequest, reply: FastifyReply, work: LaterChange) => async (error: unknown) => {
    if (!(error instanceof Fault && error.code === 'change.online')) throw error
    const { overrideReason } = contextOf(request)
    const jobId = await later(request, { ...work, overrideReason }, error.parameters)
    return reply.status(202).send({ job_id: jobId } satisfies LaterRecord)
  }
  const base = '/api/metadata/change/v1/:envid'

  app.get(
    base,
    { config: { access: 'member', activity: changing }, schema: { params: environment, querystring: page } },
    async (request) => {
      const { before, entity, by, top } = request.query
      const context = contextOf(request)
      const found = await changes.history(context, { before, entity, by, top: top + 1 })
      const value = found.slice(0, top).map(changeRecord)
      const next = found.length > top ? (value.at(-1)?.model_version ?? null) : null
      const people = before === undefined ? { people: await changes.people(context) } : {}
      return { value, next, ...people } satisfies ChangePage
    },
  )

  app.get(
    `${base}/:changeid`,
    { config: { access: 'member', activity: changing }, schema: { params: one } },
    async (request) => {
      const change = await changes.change(contextOf(request), request.params.changeid)
      const { impact } = change
      const done = publicOperations(change.operations)
      const conversions = await toldConversions(request, change.conversions)
      return { ...changeRecord(change), operations: done, impact, conversions } satisfies ChangeDetail
    },
  )

  app.post(
    base,
    {
      config: { access: 'maker', activity: changing, whenFull: 'refused' },
      schema: { params: environment, body: z.strictObject({ operations, note }) },
    },
    async (request, reply) => {
      const { note: reason, operations: asked } = request.body
      const options = { note: reason ?? undefined }
      const work = changes.apply(contextOf(request), asked, options).then(appliedRecord)
      return work.catch(laterFor(request, reply, { operations: asked, ...options }))
    },
  )

  app.post(
    `${base}/preview`,
    {
      config: { access: 'maker', activity: changing, whenFull: 'open' },
      schema: { params: environment, body: z.strictObject({ operations }) },
    },
    async (request) => {
      return told(request, await changes.preview(contextOf(request), request.body))
    },
  )

  app.get(
    `${base}/:changeid/undo`,
    { config: { access: 'maker', activity: changing }, schema: { params: one } },
    async (request) => {
      return told(request, await changes.preview(contextOf(request), { undo: request.params.changeid }))
    },
  )

  app.post(
    `${base}/:changeid/undo`,
    {
      config: { access: 'maker', activity: changing, whenFull: 'refused' },
      schema: { params: one, body: z.nullish(z.strictObject({ note })) },
    },
    async (request, reply) => {
      const reason = request.body?.note ?? undefined
      const { changeid } = request.params
      const work = changes.undo(contextOf(request), changeid, reason).then(appliedRecord)
      return work.catch(laterFor(request, reply, { undo: changeid, note: reason }))
    },
  )
}

function previewRecord(preview: Preview, request: FastifyRequest): PreviewRecord {
  const translate = translateFor(request.context.locale)
  return {
    ...preview,
    problems: preview.problems.map(({ code, message, target, parameters }) => ({
      code,
      message: message ?? translate(`fault.${code}` as TextKey, parameters && resolveTextKeys(translate, parameters)),
      target,
    })),
  }
}

function appliedRecord(applied: { id: string; modelVersion: number; sentences: ChangeRecord['sentences'] }) {
  return { id: applied.id, model_version: applied.modelVersion, sentences: applied.sentences }
}

function changeRecord(change: StoredChange): ChangeRecord {
  return {
    id: change.id,
    model_version: change.modelVersion,
    on: change.on.toISOString(),
    by_id: change.byId,
    by: change.by,
    cause: change.cause as ChangeRecord['cause'],
    note: change.note,
    sentences: change.sentences,
    undoes_id: change.undoesId,
    undone_by_id: change.undoneById,
  }
}
