import { fault } from '#faults/fault.ts'
import type { ODataRequest } from '#odata/protocol/message.ts'

/**
 * The reading that `POST …/$query` asks for (URL conventions 4.17): its body holds query options as an address would, and more
 * of them. Faults: `request.mediaType`, `request.malformed`.
 */
export function queryOfBody(request: ODataRequest): ODataRequest {
  const { headers, body, path, query } = request
  if (!/^text\/plain\b/i.test(headers['content-type'] ?? '')) throw fault('request.mediaType')
  if (typeof body !== 'string') throw fault('request.malformed')
  // A line break at the end belongs to the message, not to its last option.
  const options = [query, body.replace(/\r?\n$/, '')].filter((part) => part !== '').join('&')
  return { method: 'GET', path: path.replace(/\/\$query$/, ''), query: options, headers }
}
