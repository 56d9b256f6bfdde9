import type { FastifyRequest } from 'fastify'
import { environmentOfHost, hostEnvironment } from '#environments/host.ts'
import { versionFor } from '#odata/protocol/version.ts'
import type { Headers } from '#odata/protocol/message.ts'

const services = '/api/odata/v1/'

/** The path of the service root as the routes have it, with a slash at its end. */
export function servedAt({ params }: Pick<FastifyRequest, 'params'>): string {
  return `${services}${(params as { envid: string }).envid}/`
}

type Asked = Pick<FastifyRequest, 'params' | 'headers' | 'host' | 'protocol'>

/**
 * The service root as its asker knows it: with the environment in the path, or in the host. A path is all that OData asks for;
 * those who read no more than 4.0, such as Excel and Power BI, take nothing but absolute addresses for a context.
 */
export function serviceRootOf(asked: Asked, webAddress: string): string {
  const { envid } = asked.params as { envid: string }
  const path = envid === hostEnvironment ? services : servedAt(asked)
  return versionFor(asked.headers as Headers) === '4.0' ? originOf(asked, webAddress) + path : path
}

// A proxy that ends TLS may not be believed what it forwards; the configured address is.
function originOf({ host, protocol }: Asked, webAddress: string): string {
  const known = URL.canParse(webAddress) ? new URL(webAddress) : undefined
  const isKnown = known !== undefined && (host === known.host || environmentOfHost(host, known.host) !== undefined)
  return `${isKnown ? known.protocol.slice(0, -1) : protocol}://${host}`
}
