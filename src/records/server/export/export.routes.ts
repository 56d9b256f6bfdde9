import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { walledContext } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Http } from '#platform/server/http/validation.ts'
import {
  exportBodySchema,
  exportQuerySchema,
  optionsOfQuery,
  type ExportOptions,
} from '#records/export/exportOptions.ts'
import { downloadHeaders } from '#records/server/export/download.ts'
import { exportRecords } from '#records/server/export/exportRecords.ts'
import type { ModelSource } from '#records/server/freshModel.ts'

export type ExportRoutesOptions = {
  readonly models: ModelSource
  /** A pool for statements that may take long. */
  readonly online: Database
  readonly secret: string
}

const params = z.object({ envid: z.uuid('request.idInvalid'), entityid: z.uuid('request.idInvalid') })

/** Each export holds a connection as long as its reader takes. */
const mostAtOnce = 3
/** A reader who takes nothing for so long is gone, in milliseconds. */
const longestPause = 60_000

/** `/api/export/v1/{envid}/{entityid}`: records as a file, by GET for browsers to download, by POST for single records. */
export function exportRoutes(app: Http, options: ExportRoutesOptions): void {
  const config = { access: 'member', keys: 'accepted', feature: 'export', activity: 'export' } as const
  const url = '/api/export/v1/:envid/:entityid'
  let running = 0

  app.get(url, { config, schema: { params, querystring: exportQuerySchema } }, (request, reply) =>
    send(request, reply, request.params.entityid, optionsOfQuery(request.query)),
  )
  app.post(url, { config: { ...config, reads: true }, schema: { params, body: exportBodySchema } }, (request, reply) =>
    send(request, reply, request.params.entityid, request.body),
  )

  async function send(request: FastifyRequest, reply: FastifyReply, entityId: string, asked: ExportOptions) {
    if (running >= mostAtOnce) throw fault('request.tooMany', { seconds: 10 })
    running++
    try {
      const { name, format, body } = await exportRecords({ ...walledContext(request), ...options }, entityId, asked)
      body.once('close', () => running--)
      endWithReader(reply, () => body.destroy())
      return reply.headers(downloadHeaders(name, format)).send(body)
    } catch (error) {
      running--
      throw error
    }
  }
}

/** Ends the work when the reader goes away, or takes nothing for too long. */
function endWithReader({ raw }: FastifyReply, end: () => void): void {
  raw.once('close', end)
  raw.setTimeout(longestPause, () => raw.destroy())
}
