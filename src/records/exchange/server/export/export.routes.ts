import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { createConcurrencyLimiter, walledContext, type MemberContext } from '#environments/server/environments.ts'
import type { Database } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import type { Http } from '#platform/server/http/validation.ts'
import {
  exportBodySchema,
  exportQuerySchema,
  optionsOfQuery,
  type ExportOptions,
} from '#records/exchange/export/exportOptions.ts'
import { downloadHeaders } from '#records/exchange/server/export/download.ts'
import { exportRecords, exportsAtOnce } from '#records/exchange/server/export/exportRecords.ts'
import type { ModelSource } from '#records/server/freshModel.ts'

export type ExportRoutesOptions = {
  readonly models: ModelSource
  /** A pool for statements that may take long. */
  readonly online: Database
  readonly secret: string
}

const params = z.object({ envid: z.uuid('request.idInvalid'), entityid: z.uuid('request.idInvalid') })

/** Each export holds a connection as long as its reader takes. */
const mostAtOnce = { inAll: 3, each: exportsAtOnce }
/** A reader who takes nothing for so long is gone, in milliseconds. */
const longestPause = 60_000

/** `/api/export/v1/{envid}/{entityid}`: records as a file, by GET for browsers to download, by POST for single records. */
export function exportRoutes(app: Http, options: ExportRoutesOptions): void {
  const config = {
    access: 'member',
    keys: 'accepted',
    feature: 'export',
    activity: 'export',
    whenFull: 'open',
  } as const
  const url = '/api/export/v1/:envid/:entityid'
  const take = createConcurrencyLimiter(mostAtOnce)

  app.get(url, { config, schema: { params, querystring: exportQuerySchema } }, (request, reply) =>
    send(request, reply, request.params.entityid, optionsOfQuery(request.query)),
  )
  app.post(url, { config: { ...config, reads: true }, schema: { params, body: exportBodySchema } }, (request, reply) =>
    send(request, reply, request.params.entityid, request.body),
  )

  async function send(request: FastifyRequest, reply: FastifyReply, entityId: string, asked: ExportOptions) {
    const context = walledContext(request)
    const leave = take(context.environment.id)
    try {
      const { name, format, body } = await exportRecords({ ...context, ...options }, entityId, asked)
      // It may fail before anybody reads it, while it is noted.
      body.on('error', () => undefined)
      // What is not noted does not leave: nobody would read its copy to the end.
      await noteExport(context, entityId, format).catch((error: unknown) => {
        body.destroy()
        throw error
      })
      if (body.errored) throw body.errored
      body.once('end', leave).once('close', leave)
      endWithReader(reply, () => body.destroy())
      return reply.headers(downloadHeaders(name, format)).send(body)
    } catch (error) {
      leave()
      throw error
    }
  }
}

/** That records left as a file stands in the log: one row for the file, whatever is in it. */
async function noteExport(context: MemberContext, entityId: string, format: string): Promise<void> {
  const { database, environment, caller, now, requestId, cause } = context
  await database.execute({
    text: `insert into ${qualified(environment.schema, '_audit')} (at, entity_id, kind, by_id, cause, request_id, changes)
      values ($1, $2, 'tableExported', $3, $4, $5, $6)`,
    values: [now(), entityId, caller.userId, JSON.stringify(cause), requestId, JSON.stringify({ format })],
  })
}

/** Ends the work when the reader goes away, or takes nothing for too long. */
function endWithReader({ raw }: FastifyReply, end: () => void): void {
  raw.once('close', end)
  raw.setTimeout(longestPause, () => raw.destroy())
}
