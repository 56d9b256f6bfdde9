import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { answer } from '../../src/odata/protocol/answer.ts'
import type { Headers, ODataRequest, ODataResponse } from '../../src/odata/protocol/message.ts'
import type { ODataStore } from '../../src/odata/protocol/store.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { fillService } from './odataServiceRows.ts'
import { refusalOf, serviceStore } from './odataServiceStore.ts'

export type ServiceAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
  readonly bytes: Uint8Array
  // What an answer holds is what tests look at.
  readonly body: Record<string, unknown>
  readonly value: Record<string, unknown>[]
}

/** Sends a request to the service: `send('PATCH', "categories('tools')", { name: 'x' })`. */
export type SendService = (method: string, address: string, body?: unknown, headers?: Headers) => Promise<ServiceAnswer>

const root = '/'

/** The reference service over a database, whose tables it makes anew; without HTTP. */
export async function openService(database: Database): Promise<SendService> {
  await fillService(database)
  const store = serviceStore({ database, root, done: new Map() })
  return async (method, address, body, headers = {}) => {
    const given = typeof body === 'string' || body === undefined ? body : bodyOf(body)
    const response = await answered(requestOf(method, `${root}${address.replace(/^\//, '')}`, headers, given), store)
    const bytes = response.body === undefined ? Buffer.alloc(0) : await wholeOf(response.body)
    const whole = bytes.toString()
    const json = /^[{[]/.test(whole) ? (JSON.parse(whole) as Record<string, unknown>) : {}
    return { ...response, bytes, text: whole, body: json, value: json['value'] as ServiceAnswer['value'] }
  }
}

/** The same over HTTP, for clients and suites of others. */
export async function serveService(database: Database): Promise<Server> {
  await fillService(database)
  const store = serviceStore({ database, root, done: new Map() })
  return createServer((message, reply) => void serve(message, reply, store))
}

async function serve(message: IncomingMessage, reply: ServerResponse, store: ODataStore): Promise<void> {
  const isText = /^(?:text|multipart)\/|json/.test(message.headers['content-type'] ?? 'text/plain')
  const body = isText ? await text(message) : message
  const headers = Object.fromEntries(Object.entries(message.headers).map(([name, value]) => [name, String(value)]))
  const given = body === '' && message.headers['content-length'] === undefined ? undefined : body
  const response = await answered(requestOf(message.method ?? 'GET', message.url ?? '/', headers, given), store)
  reply.writeHead(response.status, response.headers)
  if (response.body === undefined || message.method === 'HEAD') reply.end()
  else if (typeof response.body === 'string') reply.end(response.body)
  else Readable.from(response.body).pipe(reply)
}

function requestOf(method: string, url: string, headers: Headers, body: ODataRequest['body']): ODataRequest {
  const at = url.indexOf('?')
  const path = (at < 0 ? url : url.slice(0, at)).slice(root.length)
  const query = at < 0 ? '' : url.slice(at + 1)
  return { method: method as ODataRequest['method'], path, query, headers, ...(body !== undefined && { body }) }
}

async function answered(request: ODataRequest, store: ODataStore): Promise<ODataResponse> {
  try {
    return await answer(request, store)
  } catch (error) {
    const refusal = refusalOf(error)
    if (refusal.status >= 500 && refusal.status !== 501) console.error(request, error)
    return refusal
  }
}

function bodyOf(body: unknown): ODataRequest['body'] {
  return body instanceof Uint8Array ? Readable.from([body]) : JSON.stringify(body)
}

async function wholeOf(body: NonNullable<ODataResponse['body']>): Promise<Buffer> {
  return typeof body === 'string' ? Buffer.from(body) : buffer(Readable.from(body))
}
