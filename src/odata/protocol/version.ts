import { fault } from '#faults/fault.ts'
import type { Headers, ODataResponse } from '#odata/protocol/message.ts'

/** The version of the protocol that answers follow. */
export const odataVersion = { 'odata-version': '4.01' } as const

/** The versions of the protocol that are spoken here. */
export type Version = '4.0' | '4.01'

/** Refuses a request of a version that is not spoken here (part 1, 8.2.6 and 8.2.7). */
export function checkVersion(headers: Headers): void {
  const own = headers['odata-version']
  const most = headers['odata-maxversion']
  if (own !== undefined && own !== '4.0' && own !== '4.01')
    throw fault('request.version', { version: own.slice(0, 20) })
  if (most !== undefined && !(Number(most) >= 4)) throw fault('request.version', { version: most.slice(0, 20) })
}

/** The version that the asker can read. */
export function versionFor({ 'odata-maxversion': most }: Headers): Version {
  return most === '4.0' ? '4.0' : '4.01'
}

/** The answer in the version that the asker can read. */
export function inVersionOf(headers: Headers, response: ODataResponse): ODataResponse {
  if (versionFor(headers) === '4.01') return response
  return { ...response, headers: { ...response.headers, 'odata-version': '4.0' } }
}
