import type { FastifyRequest } from 'fastify'
import { environmentOfHost, hostEnvironment } from '#environments/host.ts'
import { versionFor } from '#odata/protocol/version.ts'
import type { Headers } from '#odata/protocol/message.ts'

const services = '/api/odata/v1/'

/** Path of the service root as routed, with a trailing slash. */
export function servedAt({ params }: Pick<FastifyRequest, 'params'>): string {
  return `${services}${(params as { envid: string }).envid}/`
}

type Asked = Pick<FastifyRequest, 'params' | 'headers' | 'host' | 'protocol'>

/**
 * The service root as the client addresses it: with the environment in the path or in the host. OData accepts a path;
 * clients limited to 4.0, such as Excel and Power BI, accept only absolute addresses as a context.
 */
export function serviceRootOf(asked: Asked, webAddress: string): string {
  const { envid } = asked.params as { envid: string }
  const path = envid === hostEnvironment ? services : servedAt(asked)
  return versionFor(asked.headers as Headers) === '4.0' ? originOf(asked, webAddress) + path : path
}

// Forwarded headers of a TLS proxy are not trusted; the configured address is.
function originOf({ host, protocol }: Asked, webAddress: string): string {
  const known = URL.canParse(webAddress) ? new URL(webAddress) : undefined
  const isKnown = known !== undefined && (host === known.host || environmentOfHost(host, known.host) !== undefined)
  return `${isKnown ? known.protocol.slice(0, -1) : protocol}://${host}`
}
