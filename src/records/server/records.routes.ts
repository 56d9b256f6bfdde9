import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { fault } from '#faults/fault.ts'
import { walledContext } from '#environments/server/environments.ts'
import { answer } from '#odata/protocol/answer.ts'
import type { Headers, ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { compressAnswers } from '#platform/server/http/compression.ts'
import { timed } from '#platform/server/database/timed.ts'
import { changesNothing, departureOf } from '#platform/server/http/departure.ts'
import { errorAnswer } from '#platform/server/http/errors.ts'
import {
  createUnreadAnswers,
  openUntilClosed,
  smallAnswer,
  type UnreadAnswers,
} from '#platform/server/http/unreadAnswers.ts'
import type { Http } from '#platform/server/http/validation.ts'
import type { ModelSource } from '#records/server/freshModel.ts'
import { recordStore } from '#records/server/recordStore.ts'
import { servedAt, serviceRootOf } from '#records/server/serviceRoot.ts'

/**
 * Limits for answers that clients have not read yet, in bytes: of the whole process, and per person or API key.
 * `patience` is the longest wait for free memory, in milliseconds.
 */
const unread = { inAll: 64 * 1024 * 1024, each: 16 * 1024 * 1024, patience: 30_000 }

export type RecordRoutesOptions = {
  readonly models: ModelSource
  readonly secret: string
  /** Public web address of this installation. */
  readonly webAddress: () => string
  /** Whether writes are refused because the disk is nearly full. */
  readonly isReadOnly: () => boolean
}

/** `/api/odata/v1/{envid}/...`: the environment's records as an OData service. */
export function recordRoutes(app: Http, options: RecordRoutesOptions): void {
  app.get('/api/odata/v1', { config: { access: 'user' } }, () => ({
    '@odata.context': '/api/odata/v1/$metadata',
    value: [{ name: 'environment', kind: 'Singleton', url: '/api/odata/v1/{envid}/' }],
  }))
  void app.register(async (service: Http) => {
    await compressAnswers(service)
    // Bodies stay unparsed text: the protocol reads them itself, without rounding numbers.
    service.removeAllContentTypeParsers()
    service.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
    // Only the protocol knows which requests change data, also within a batch: the store refuses those itself.
    const config = { access: 'member', keys: 'accepted', whenFull: 'open' } as const
    const answers = createUnreadAnswers(unread)
    const handle = (request: FastifyRequest, reply: FastifyReply) => serve(request, reply, { ...options, answers })
    const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']
    service.route({ method, url: '/api/odata/v1/:envid', config, handler: handle })
    service.route({ method, url: '/api/odata/v1/:envid/*', config, handler: handle })
  })
}

type Serving = RecordRoutesOptions & { readonly answers: UnreadAnswers }

async function serve(request: FastifyRequest, reply: FastifyReply, { answers, ...options }: Serving) {
  const root = serviceRootOf(request, options.webAddress())
  const arrived = reply.elapsedTime
  let inDatabase = 0
  const context = walledContext(request)
  const database = timed(context.database, (milliseconds) => (inDatabase += milliseconds))
  // A request that may write runs to its end. Pure reads are cancelled when the client leaves.
  const reader = changesNothing(request) ? database : database.until(departureOf(reply))
  const { caller } = context
  const reservation = openUntilClosed(answers, caller.keyId ?? caller.userId, reply.raw)
  const admitWrite = () => {
    if (options.isReadOnly()) throw fault('server.diskFull')
  }
  const place = { ...context, ...options, database, reader, root, reservation, admitWrite }
  const store = recordStore(place, (error) => errorAnswer(error, request))
  const { status, headers, body } = await answer(requestOf(request), store)
  const here = Math.max(0, reply.elapsedTime - arrived - inDatabase)
  void reply.header('server-timing', timing({ access: arrived, database: inDatabase, engine: here }))
  const sent = compactOf(body)
  reservation.settle(typeof sent === 'string' || Buffer.isBuffer(sent) ? sent.length : 0)
  return send(reply.status(status).headers(headers), sent)
}

/**
 * The form of an answer in memory until the client has read it: a long text would be held twice while its write is
 * pending, a buffer once.
 */
function compactOf(body: ODataResponse['body']): ODataResponse['body'] | Buffer {
  return typeof body === 'string' && body.length > smallAnswer ? Buffer.from(body) : body
}

/** Duration of each hop in milliseconds (W3C Server Timing). Concurrent statements each count in full. */
function timing(hops: Readonly<Record<string, number>>): string {
  return Object.entries(hops)
    .map(([name, milliseconds]) => `${name};dur=${milliseconds.toFixed(2)}`)
    .join(', ')
}

function requestOf(request: FastifyRequest): ODataRequest {
  const { method, url, headers, body } = request
  const root = servedAt(request)
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  return {
    method: method as ODataRequest['method'],
    path: path.slice(root.length),
    query: at < 0 ? '' : url.slice(at + 1),
    headers: headers as Headers,
    ...(typeof body === 'string' && { body }),
  }
}

function send(reply: FastifyReply, body: ODataResponse['body'] | Buffer) {
  if (body === undefined) return reply.send()
  return reply.send(typeof body === 'string' || Buffer.isBuffer(body) ? body : Readable.from(body))
}
