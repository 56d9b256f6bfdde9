import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type BlockList, type LookupFunction } from 'node:net'
import { Agent, fetch as send, type RequestInit as Sent } from 'undici'
import { fault } from '#faults/fault.ts'
import { isPublicAddress, listOf } from '#platform/server/publicAddress.ts'

/** How the server asks other servers, wherever people name them; the gateways that an operator names are asked directly. */
export type Outbound = {
  /** As `fetch`. Throws `outbound.failed` for whatever keeps an answer away, so that nobody can probe our network by it. */
  fetch(address: string | URL, request?: OutboundRequest): Promise<Response>
  stop(): Promise<void>
}

export type OutboundRequest = {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | URLSearchParams | Uint8Array | null | undefined
  /** Whether redirects are followed, at most five and each checked anew; they are handed back otherwise. */
  readonly redirect?: 'follow' | 'manual'
  readonly signal?: AbortSignal | undefined
}

export type OutboundOptions = {
  /** Networks of one's own that may be reached, such as `10.1.0.0/16`; else only the public internet. */
  readonly allow: readonly string[]
  /** How names are resolved; the system's way unless a test says otherwise. */
  readonly lookup?: (name: string, done: (error: Error | null, found?: LookupAddress[]) => void) => void
}

const mostHops = 5
const patience = 10_000
const mostBytes = 2 * 1024 * 1024

/**
 * The guard of quality 3: only http and https, the resolved address is checked and the connection made to that very
 * address, so that a name which changes its mind in between gains nothing; each redirect goes the same way.
 */
export function createOutbound({ allow, lookup = resolveAll }: OutboundOptions): Outbound {
  const allowed = listOf(allow)
  const agent = new Agent({
    connect: { lookup: guarded(allowed, lookup), timeout: patience },
    headersTimeout: patience,
    bodyTimeout: patience,
    maxResponseSize: mostBytes,
  })

  async function follow(address: URL, request: OutboundRequest, hops: number): Promise<Response> {
    refuseAddress(address, allowed)
    const answer = (await send(address, {
      ...(request as Sent),
      redirect: 'manual',
      dispatcher: agent,
      signal: AbortSignal.any([AbortSignal.timeout(patience), ...(request.signal ? [request.signal] : [])]),
    })) as unknown as Response
    const next = request.redirect === 'follow' ? answer.headers.get('location') : null
    if (next === null || answer.status < 300 || answer.status >= 400) return answer
    await answer.body?.cancel()
    if (hops === 0 || !['GET', 'HEAD'].includes(request.method ?? 'GET')) throw new Error('redirected too often')
    const target = new URL(next, address)
    // What was meant for one server is not told to another one.
    const headers = target.origin === address.origin ? request.headers : undefined
    return follow(target, { ...request, ...(headers ? { headers } : { headers: {} }) }, hops - 1)
  }

  return {
    async fetch(address, request = {}) {
      try {
        return await follow(new URL(address), request, mostHops)
      } catch (error) {
        const failed = fault('outbound.failed')
        failed.cause = error
        throw failed
      }
    },
    stop: () => agent.close(),
  }
}

/** Names that are addresses already are never looked up, so they are checked here. */
function refuseAddress(address: URL, allowed: BlockList): void {
  if (address.protocol !== 'https:' && address.protocol !== 'http:') throw new Error(`no such way: ${address.protocol}`)
  if (address.username || address.password) throw new Error('an address with a password')
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !mayReach(host, allowed)) throw new Error(`not a public address: ${host}`)
}

function guarded(allowed: BlockList, lookup: NonNullable<OutboundOptions['lookup']>): LookupFunction {
  return (name, options, done) =>
    lookup(name, (error, found = []) => {
      const closed = found.find(({ address }) => !mayReach(address, allowed))
      const [first] = found
      if (error || closed || !first)
        return done(error ?? new Error(`${name} is at ${closed?.address ?? 'no address'}`), '', 4)
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })
}

function mayReach(address: string, allowed: BlockList): boolean {
  return isPublicAddress(address) || allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function resolveAll(name: string, done: (error: Error | null, found?: LookupAddress[]) => void): void {
  resolve(name, { all: true }, done)
}
