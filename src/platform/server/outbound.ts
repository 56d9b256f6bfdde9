import { lookup as resolve, type LookupAddress } from 'node:dns'
import { isIP, type BlockList, type LookupFunction } from 'node:net'
import type { Agent, RequestInit as Sent } from 'undici'
import { fault } from '#faults/fault.ts'
import { isPublicAddress, networkList } from '#platform/server/publicAddress.ts'

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
  /** The ports at which the public internet may be reached; 80 and 443 unless somebody says otherwise. */
  readonly ports?: readonly number[] | undefined
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
export function createOutbound({ allow, ports = [80, 443], lookup = resolveAll }: OutboundOptions): Outbound {
  const allowed = networkList(allow)
  const everywhere: Reach = (address) => isPublicAddress(address) || isListed(address, allowed)
  const ownOnly: Reach = (address) => isListed(address, allowed)
  // The HTTP library is loaded for the first request that leaves the installation.
  const agents = new Map<Reach, Promise<Agent>>()
  const agentOf = (reach: Reach) => agents.get(reach) ?? keepAgent(reach, openAgent(reach, lookup))
  function keepAgent(reach: Reach, agent: Promise<Agent>): Promise<Agent> {
    agents.set(reach, agent)
    return agent
  }
  /** What may be reached at the port of an address: at another port than those for everyone, only what the operator named. */
  const reachAt = ({ port, protocol }: URL) =>
    ports.includes(Number(port || (protocol === 'https:' ? 443 : 80))) ? everywhere : ownOnly

  async function follow(address: URL, request: OutboundRequest, hops: number): Promise<Response> {
    const reach = reachAt(address)
    refuseAddress(address, reach)
    const { fetch: send } = await import('undici')
    const answer = (await send(address, {
      ...(request as Sent),
      redirect: 'manual',
      dispatcher: await agentOf(reach),
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
    async stop() {
      for (const agent of agents.values()) await (await agent).close()
    },
  }
}

type Reach = (address: string) => boolean

async function openAgent(reach: Reach, lookup: NonNullable<OutboundOptions['lookup']>): Promise<Agent> {
  const { Agent } = await import('undici')
  return new Agent({
    connect: { lookup: guarded(reach, lookup), timeout: patience },
    headersTimeout: patience,
    bodyTimeout: patience,
    maxResponseSize: mostBytes,
  })
}

/** Names that are addresses already are never looked up, so they are checked here. */
function refuseAddress(address: URL, reach: Reach): void {
  if (address.protocol !== 'https:' && address.protocol !== 'http:') throw new Error(`no such way: ${address.protocol}`)
  if (address.username || address.password) throw new Error('an address with a password')
  const host = address.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) && !reach(host)) throw new Error(`not an address that may be reached: ${address.host}`)
}

function guarded(reach: Reach, lookup: NonNullable<OutboundOptions['lookup']>): LookupFunction {
  return (name, options, done) =>
    lookup(name, (error, found = []) => {
      const closed = found.find(({ address }) => !reach(address))
      const [first] = found
      if (error || closed || !first)
        return done(error ?? new Error(`${name} is at ${closed?.address ?? 'no address'}`), '', 4)
      if (options.all) return done(null, found)
      done(null, first.address, first.family)
    })
}

function isListed(address: string, allowed: BlockList): boolean {
  return allowed.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

function resolveAll(name: string, done: (error: Error | null, found?: LookupAddress[]) => void): void {
  resolve(name, { all: true }, done)
}
