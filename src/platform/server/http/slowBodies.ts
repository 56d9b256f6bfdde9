import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { fault } from '#faults/fault.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** An upload may last as long as bytes keep coming; every other body has a fixed time limit. */
    body?: 'upload'
  }
}

/** Speed limits of request bodies, in milliseconds and bytes. */
export type BodyLimits = {
  /** From the end of the headers to the end of the body, except for uploads. */
  readonly longest: number
  /** In each period of this length, an upload delivers at least `leastBytes`. */
  readonly stretch: number
  readonly leastBytes: number
}

export const bodyLimits: BodyLimits = { longest: 30_000, stretch: 30_000, leastBytes: 300_000 }

/** The clock and the timer. `every` calls its argument repeatedly and returns a function that stops the calls. */
export type BodyClock = { readonly now: () => number; readonly every: (look: () => void) => () => void }

/** Fires once a second, without keeping the process alive. */
export const processClock: BodyClock = {
  now: () => performance.now(),
  every(look) {
    const timer = setInterval(look, 1000).unref()
    return () => clearInterval(timer)
  },
}

/** A body that is being received. `marks` are the byte counts at the checks of the last period, oldest first. */
type Coming = {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly since: number
  readonly isUpload: boolean
  marks: readonly { readonly at: number; readonly bytes: number }[]
}

/**
 * Answers 408 to requests with too slow bodies and closes their connections, even after an answer was sent. Bytes that
 * wait for the server to read them do not count against the sender.
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

/** Requests without a connection (injected requests) are complete on arrival. */
function hasBody({ headers, raw }: FastifyRequest): boolean {
  if (typeof (raw.socket as { bytesRead?: number } | null)?.bytesRead !== 'number') return false
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

/** The bytes that the connection has received. */
function bytesOf({ raw }: FastifyRequest): number {
  return raw.socket.bytesRead
}

function isTooSlow(body: Coming, at: number, { longest, stretch, leastBytes }: BodyLimits): boolean {
  if (!body.isUpload) return at - body.since >= longest
  const bytes = bytesOf(body.request)
  const marks = [...body.marks, { at, bytes }]
  // The newest mark that is at least a whole period old decides; older marks are dropped.
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
