import { fault } from '#faults/fault.ts'
import type { Headers, ODataResponse } from '#odata/protocol/message.ts'
import { splitCommas } from '#odata/syntax/prefer.ts'

/** The protocol version of answers. */
export const odataVersion = { 'odata-version': '4.01' } as const

/** The supported protocol versions. */
export type Version = '4.0' | '4.01'

/** Refuses requests with an unsupported version (part 1, 8.2.6 and 8.2.7). */
export function checkVersion(headers: Headers): void {
  const own = headers['odata-version']
  const most = headers['odata-maxversion']
  if (own !== undefined && own !== '4.0' && own !== '4.01')
    throw fault('request.version', { version: own.slice(0, 20) })
  if (most !== undefined && !(Number(most) >= 4)) throw fault('request.version', { version: most.slice(0, 20) })
}

/** The version that the client can read. */
export function versionFor({ 'odata-maxversion': most }: Headers): Version {
  return most === '4.0' ? '4.0' : '4.01'
}

/** The answer in the version that the client can read, with preference names as sent by the client. */
export function inVersionOf(headers: Headers, response: ODataResponse): ODataResponse {
  const applied = response.headers['preference-applied']
  const isOld = versionFor(headers) === '4.0'
  if (!isOld && applied === undefined) return response
  const preference = applied !== undefined && { 'preference-applied': namesAsked(headers, applied, isOld) }
  return {
    ...response,
    headers: { ...response.headers, ...(isOld && { 'odata-version': '4.0' }), ...preference },
  }
}

/**
 * Preferences that 4.0 only knows with the prefix `odata.` (part 1, 8.2.8). Preferences of RFC 7240, such as `return`,
 * never have the prefix.
 */
const olderNames: ReadonlySet<string> = new Set([
  'allow-entityreferences',
  'callback',
  'continue-on-error',
  'include-annotations',
  'maxpagesize',
  'track-changes',
])

// A preference is named in the form of the request.
function namesAsked({ prefer = '' }: Headers, applied: string, isOld: boolean): string {
  const written = new Set(splitCommas(prefer).map((each) => /^\s*odata\.([\w-]+)/i.exec(each)?.[1]?.toLowerCase()))
  return splitCommas(applied)
    .map((each) => {
      const preference = each.trim()
      const [name = ''] = preference.split('=')
      return written.has(name) || (isOld && olderNames.has(name)) ? `odata.${preference}` : preference
    })
    .join(', ')
}
