import type { FastifyReply, FastifyRequest } from 'fastify'

/** What an answer refuses: a right, what is not there for who asks, a rate, or input. */
const kinds: Readonly<Record<number, string>> = {
  403: 'refused request',
  404: 'asked for what is not there',
  429: 'asked too often',
  400: 'refused input',
  413: 'refused input',
  415: 'refused input',
  422: 'refused input',
}

const minute = 60_000
const mostKept = 10_000
/** So much refused input of one place within a minute is more than people who mistype. */
const quantity = 20

export type Refusals = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Writes what was refused into the process's log: by which route and from where, never what was sent. Of refusals of a right
 * the first twenty of a place and route in a minute have a line each, then every tenfold; of the others the first, then the
 * tenth, the hundredth and so on, and of refused input only what comes in quantity. Nothing happens for answers that refuse
 * nothing.
 */
export function createRefusals(now: () => number): Refusals {
  let counts = new Map<string, number>()
  let until = 0
  return (request, reply) => {
    const kind = kinds[reply.statusCode]
    if (!kind) return
    const { id: requestId, method, ip } = request
    const route = request.is404 ? 'none' : request.routeOptions.url
    const key = `${reply.statusCode} ${ip} ${method} ${route}`
    if (now() >= until || counts.size >= mostKept) {
      counts = new Map()
      until = now() + minute
    }
    const times = (counts.get(key) ?? 0) + 1
    counts.set(key, times)
    const isRight = reply.statusCode === 403
    const first = isRight || kind === 'refused input' ? quantity : 1
    if ((isRight && times < quantity) || isTold(times, first)) {
      request.log.info({ requestId, method, route, ip, status: reply.statusCode, times }, kind)
    }
  }
}

/** Whether the count is `first` or a tenfold of it. */
function isTold(times: number, first: number): boolean {
  let told = first
  while (told < times) told *= 10
  return told === times
}
