import type { FastifyReply, FastifyRequest } from 'fastify'

/** Kinds of refusals by status: missing right, not found for this caller, rate limit, invalid input. */
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
/** Number of refused inputs from one address within a minute that exceeds mistyping. */
const quantity = 20

export type Refusals = (request: FastifyRequest, reply: FastifyReply) => void

/**
 * Logs refused requests with route and client address, never with the request's content. Refused rights: the first
 * twenty of an address and route in a minute have a line each, then every tenfold. Other refusals: the first, tenth,
 * hundredth and so on; refused input only from `quantity` on. Successful answers are ignored.
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

/** Whether the count is `first` or `first` times a power of ten. */
function isTold(times: number, first: number): boolean {
  let told = first
  while (told < times) told *= 10
  return told === times
}
