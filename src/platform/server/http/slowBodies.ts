import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fault } from '#faults/fault.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An upload: its body may take as long as it keeps coming; every other body has a fixed time. */
    body?: 'upload'
  }
}

/** How slowly bodies may come, in milliseconds and bytes. */
export type BodyLimits = {
  /** From the headers to the end of the body, but for uploads. */
  readonly longest: number
  /** Of an upload at least `leastBytes` come in every such stretch of time. */
  readonly stretch: number
  readonly leastBytes: number
}

export const bodyLimits: BodyLimits = { longest: 30_000, stretch: 30_000, leastBytes: 300_000 }

/** The clock and the timer of the watch. `every` calls its argument again and again, and answers how to stop that. */
export type BodyClock = { readonly now: () => number; readonly every: (look: () => void) => () => void }

/** Looks once a second, and keeps no process alive. */
export const processClock: BodyClock = {
  now: () => performance.now(),
  every(look) {
    const timer = setInterval(look, 1000).unref()
    return () => clearInterval(timer)
  },
}

/** A body on its way. `marks` are how much had come at the looks of the last stretch, the oldest first. */
type Coming = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly since: number
  readonly isUpload: boolean
  marks: readonly { readonly at: number; readonly bytes: number }[]
}

/**
 * Refuses requests whose bodies come too slowly with 408 and closes their connections, also where an answer has gone out
 * already. Bytes that wait for us to read them are no fault of their sender.
 */
export function refuseSlowBodies(app: FastifyInstance, limits: BodyLimits, { now, every }: BodyClock): void {
  const coming = new Map<FastifyRequest['raw'], Coming>()
  app.addHook('onRequest', (request, reply, done) => {
    if (hasBody(request)) {
      const isUpload = request.routeOptions.config.body === 'upload'
      const since = now()
      coming.set(request.raw, { request, reply, since, isUpload, marks: [{ at: since, bytes: bytesOf(request) }] })
    }
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (request.raw.complete) coming.delete(request.raw)
    done()
  })
  const stop = every(() => {
    for (const [raw, body] of coming) {
      if (raw.complete || raw.destroyed) coming.delete(raw)
      else if (raw.readableLength === 0 && isTooSlow(body, now(), limits)) {
        coming.delete(raw)
        cut(body)
      }
    }
  })
  app.addHook('onClose', (_app, done) => {
    stop()
    done()
  })
}

/** Requests that came without a connection have come whole. */
function hasBody({ headers, raw }: FastifyRequest): boolean {
  if (typeof (raw.socket as { bytesRead?: number } | null)?.bytesRead !== 'number') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** What the connection has taken in. */
function bytesOf({ raw }: FastifyRequest): number {
  return raw.socket.bytesRead
}

function isTooSlow(body: Coming, at: number, { longest, stretch, leastBytes }: BodyLimits): boolean {
  if (!body.isUpload) return at - body.since >= longest
  const bytes = bytesOf(body.request)
  const marks = [...body.marks, { at, bytes }]
  // The youngest mark that a whole stretch has passed since is what counts; older ones are done with.
  const from = marks.findLastIndex((mark) => at - mark.at >= stretch)
  body.marks = marks.slice(Math.max(from, 0))
  const [first] = body.marks
  return from >= 0 && first !== undefined && bytes - first.bytes < leastBytes
}

function cut({ request, reply }: Coming): void {
  const { socket } = request.raw
  if (reply.sent) return void socket.destroy()
  reply.raw.once('finish', () => socket.destroySoon())
  void reply.header('connection', 'close').send(fault('request.slowBody'))
}
