import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { userContext, type UserContext } from '#accounts/server/accounts.ts'
import { auditFilterSchema, auditQuerySchema } from '#audit/audit.ts'
import { retentionSchema } from '#audit/retention.ts'
import { auditDetails, auditPeople, listAudit, type AuditContext } from '#audit/server/audit.ts'
import { exportAudit } from '#audit/server/export.ts'
import {
  exportInstallation,
  installationDetails,
  installationSchema,
  listInstallation,
} from '#audit/server/installation.ts'
import { createReadings, noteReading, type SensitiveReading, type Readings } from '#audit/server/readings.ts'
import { readRetention, setRetention } from '#audit/server/settings.ts'
import { verifyLog } from '#audit/server/verifier.ts'
import type { Verification } from '#audit/verification.ts'
import { createConcurrencyLimiter, holdSlot, takeSlot } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Http } from '#platform/server/http/validation.ts'

const number = z.string().check(z.regex(/^\d{1,18}$/, 'request.malformed'))
const environment = z.object({ envid: z.uuid('request.idInvalid') })
const entry = z.object({ envid: z.uuid('request.idInvalid'), id: number })
const verifyQuery = z.strictObject({ after: z.optional(number) })

export type AuditRoutesDeps = {
  readonly contextOf: (request: FastifyRequest) => AuditContext
  /** A pool for statements that may take long. */
  readonly online: Database
}

/** Exports and checks occupy a connection for some time each. */
const mostAtOnce = { inAll: 2, each: 1 }
/** A reader who takes no bytes for this long is considered gone, in milliseconds. */
const longestPause = 60_000

/**
 * Routes of the logs: an environment's log for members whose role allows reading it, the installation's log for its
 * administrators.
 */
export function auditRoutes(app: Http, { contextOf, online }: AuditRoutesDeps): void {
  const config = { access: 'member', activity: 'see-audit' } as const
  const url = '/api/audit/v1/:envid'
  const places = placesIn(online)
  const noteOnce = createReadings()

  app.get(url, { config, schema: { params: environment, querystring: auditQuerySchema } }, async (request) => {
    const context = contextOf(request)
    const page = await listAudit(context, request.query)
    const { schema } = context.environment
    await noteOnce(`${schema} ${context.session.user.id}`, context.now(), () =>
      noteReading(context.database, schema, 'security', readingOf(context, 'logRead', request.query)),
    )
    return page
  })
  app.get(`${url}/entry/:id`, { config, schema: { params: entry } }, (request) =>
    auditDetails(contextOf(request), request.params.id),
  )
  app.get(`${url}/people`, { config, schema: { params: environment } }, async (request) => ({
    value: await auditPeople(contextOf(request)),
  }))
  app.get(`${url}/verify`, { config, schema: { params: environment, querystring: verifyQuery } }, (request) =>
    places.checked(contextOf(request).environment, request.query.after),
  )
  app.get(
    `${url}/export`,
    { config, schema: { params: environment, querystring: auditFilterSchema } },
    (request, reply) => send(request, reply),
  )
  app.get(`${url}/retention`, { config, schema: { params: environment } }, async (request) => {
    const { database, environment: place } = contextOf(request)
    return { days: await readRetention(database, place.schema) }
  })
  app.patch(
    `${url}/retention`,
    {
      config: { access: 'member', activity: 'manage-environment', whenFull: 'refused' },
      schema: { params: environment, body: retentionSchema },
    },
    async (request) => {
      await setRetention(contextOf(request), request.body.days)
      return request.body
    },
  )
  installationRoutes(app, online, { places, noteOnce })

  async function send(
    request: FastifyRequest<{ Querystring: z.output<typeof auditFilterSchema> }>,
    reply: FastifyReply,
  ) {
    const context = contextOf(request)
    const leave = await places.take(context.environment.id)
    const reading = readingOf(context, 'logExported', request.query)
    await noteReading(context.database, context.environment.schema, 'security', reading).catch(endingWith(leave))
    return sendCsv(reply, exportAudit(context, online, request.query), leave)
  }
}

function readingOf(context: UserContext, kind: SensitiveReading['kind'], filter: object): SensitiveReading {
  return { kind, byId: context.session.user.id, requestId: context.requestId, at: context.now(), filter }
}

function endingWith(leave: () => void) {
  return (error: unknown): never => {
    leave()
    throw error
  }
}

/** Slots of this process, which has few connections for long work; also counted over all processes. */
type Places = {
  /** For a log that is read in portions, as long as its reader takes. */
  readonly take: (environmentId: string) => Promise<() => void>
  readonly checked: (place: { readonly id: string; readonly schema: string }, after?: string) => Promise<Verification>
}

function placesIn(online: Database): Places {
  const here = createConcurrencyLimiter(mostAtOnce)
  const placeOf = (environmentId: string) => ({ use: 'log', environmentId, most: mostAtOnce.each })
  return {
    async take(environmentId) {
      const leave = here(environmentId)
      try {
        const giveBack = await takeSlot(online, placeOf(environmentId))
        return () => {
          giveBack()
          leave()
        }
      } catch (error) {
        leave()
        throw error
      }
    },
    async checked({ id, schema }, after) {
      const leave = here(id)
      const check = online.transaction(async (transaction) => {
        await holdSlot(transaction, placeOf(id))
        return verifyLog(transaction, schema, after ?? null)
      })
      return check.finally(leave)
    },
  }
}

/** The installation's own log: sign-ins and changes of accounts. */
function installationRoutes(
  app: Http,
  online: Database,
  { places, noteOnce }: { readonly places: Places; readonly noteOnce: Readings },
): void {
  const installation = { id: installationSchema, schema: installationSchema }
  const config = { access: 'user' } as const
  const url = '/api/audit/v1/installation'
  const own = z.object({ id: number })

  app.get(url, { config, schema: { querystring: auditQuerySchema } }, async (request) => {
    const database = administrator(request)
    const page = await listInstallation(database, request.query)
    const context = userContext(request)
    await noteOnce(`${installationSchema} ${context.session.user.id}`, context.now(), () =>
      noteReading(database, installationSchema, 'access', readingOf(context, 'logRead', request.query)),
    )
    return page
  })
  app.get(`${url}/entry/:id`, { config, schema: { params: own } }, (request) =>
    installationDetails(administrator(request), request.params.id),
  )
  app.get(`${url}/verify`, { config, schema: { querystring: verifyQuery } }, async (request) => {
    administrator(request)
    return places.checked(installation, request.query.after)
  })
  app.get(`${url}/export`, { config, schema: { querystring: auditFilterSchema } }, async (request, reply) => {
    const database = administrator(request)
    const leave = await places.take(installationSchema)
    const reading = readingOf(userContext(request), 'logExported', request.query)
    await noteReading(database, installationSchema, 'access', reading).catch(endingWith(leave))
    return sendCsv(reply, exportInstallation(online, request.query), leave)
  })
}

/** The database, for administrators of the installation. */
function administrator(request: FastifyRequest): Database {
  const { database, session } = userContext(request)
  if (!session.user.platformAdministrator) throw fault('request.forbidden')
  return database
}

/** Streams a log as CSV; `leave` is called when nobody reads the stream any longer. */
function sendCsv(reply: FastifyReply, text: AsyncGenerator<string>, leave: () => void) {
  const body = Readable.from(text)
  // A reader who has read everything may ask again at once.
  body.once('end', leave).once('close', leave)
  reply.raw.once('close', () => body.destroy())
  reply.raw.setTimeout(longestPause, () => reply.raw.destroy())
  return reply
    .headers({
      'content-type': 'text/csv; charset=utf-8; header=present',
      'content-disposition': 'attachment; filename="audit.csv"',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    .send(body)
}
