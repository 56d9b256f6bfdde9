import { fault } from '#faults/fault.ts'
import type { BatchAnswer, BatchPart } from '#odata/protocol/batch/item.ts'
import type { BatchResponse } from '#odata/protocol/batch/batchResponse.ts'
import type { Headers, ODataRequest } from '#odata/protocol/message.ts'
import { methodFault } from '#odata/protocol/methods.ts'
import { belowRoot } from '#odata/protocol/reference.ts'

/** Earlier answers by request id. */
type Known = ReadonlyMap<string, BatchResponse>

const methods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'])
const foreign = new Set(['authorization', 'cookie', 'x-csrf-token', 'host', 'origin'])

/**
 * A part as a request below the service root: absolute addresses are made relative, references to earlier parts are
 * filled in.
 */
export function requestOf(part: BatchPart, whole: ODataRequest, root: string, known: Known): ODataRequest {
  const { method } = part
  if (!methods.has(method)) throw methodFault(method)
  const address = referred(part.url, known)
  if (isElsewhere(address, root, whole.headers)) throw unknownRoute(address)
  const url = relative(address, root)
  const at = url.indexOf('?')
  const path = at < 0 ? url : url.slice(0, at)
  if (path === '$batch') throw fault('request.malformed')
  return {
    method: method as ODataRequest['method'],
    path,
    query: at < 0 ? '' : url.slice(at + 1),
    headers: headersOf(part.headers, whole.headers, known),
    ...(part.body !== undefined && { body: boundBody(part.body, known) }),
  }
}

/** The values of an answer that later parts may refer to. */
export function referenceTo(request: ODataRequest, { headers, body }: BatchAnswer, root: string): BatchResponse {
  const address = headers['location'] ?? headers['odata-entityid']
  const isJson = /^application\/json\b/i.test(headers['content-type'] ?? '')
  const path = address === undefined ? request.path : relative(address, root)
  return { path, etag: headers['etag'], body: isJson ? body : undefined }
}

// `$id` or `$id/...` with the id of an earlier request; other addresses starting with $ belong to the protocol.
function referred(url: string, known: Known): string {
  const found = /^\/?\$([^/?]+)(.*)$/s.exec(url)
  const target = found && known.get(found[1] ?? '')
  return target ? target.path + (found[2] ?? '') : url
}

function relative(url: string, root: string): string {
  const path = belowRoot(url, root)
  if (path === undefined) throw unknownRoute(url)
  return path
}

function unknownRoute(url: string) {
  return fault('route.unknown', { path: url.slice(0, 200).split('?')[0] ?? '' })
}

// An absolute address must have the host of the batch request, as addressed by the client or forwarded by a proxy.
function isElsewhere(url: string, root: string, { host, 'x-forwarded-host': forwarded }: Headers): boolean {
  const own = hostOf(url)
  const known = [host, ...(forwarded?.split(',') ?? []), hostOf(root)].flatMap((each) =>
    each ? [plainHost(each)] : [],
  )
  return own !== undefined && known.length > 0 && !known.includes(plainHost(own))
}

function hostOf(address: string): string | undefined {
  return /^https?:\/\/(?:[^/?#@]*@)?([^/?#]*)/i.exec(address)?.[1]
}

function plainHost(host: string): string {
  return host
    .trim()
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')
}

// Credentials come from the batch; the protocol version too, where the part has none.
function headersOf(own: Headers, whole: Headers, known: Known): Headers {
  const kept = Object.entries(own).filter(([name]) => !foreign.has(name))
  const headers: Record<string, string | undefined> = {
    'odata-version': whole['odata-version'],
    'odata-maxversion': whole['odata-maxversion'],
    'accept-language': whole['accept-language'],
    ...Object.fromEntries(kept),
  }
  const match = /^\$(.+)$/.exec(headers['if-match'] ?? '')
  const etag = match && known.get(match[1] ?? '')?.etag
  return etag ? { ...headers, 'if-match': etag } : headers
}

const address = /@(?:odata\.)?(?:bind|id)$/

// References in a body are replaced where an address is expected: after an annotation name, alone or in a list.
function boundBody(body: string, known: Known): string {
  if (known.size === 0 || !body.includes('"$')) return body
  let filled = ''
  let from = 0
  let last = ''
  let expects: 'nothing' | 'address' | 'addresses' = 'nothing'
  for (let at = 0; at < body.length; at++) {
    const sign = body[at]
    if (sign === '"') {
      const end = endOfText(body, at)
      if (expects === 'nothing') last = body.slice(at + 1, end - 1)
      else {
        const { 1: id = '' } = /^\$([^/]+)/.exec(body.slice(at + 1, end - 1)) ?? []
        const target = known.get(id)
        if (target) {
          filled += `${body.slice(from, at + 1)}${target.path}`
          from = at + id.length + 2
        }
      }
      if (expects === 'address') expects = 'nothing'
      at = end - 1
    } else if (sign === ':') expects = address.test(last) ? 'address' : 'nothing'
    else if (sign === '[') expects = expects === 'address' ? 'addresses' : 'nothing'
    else if (sign === ']' || sign === '{' || sign === '}') expects = 'nothing'
    else if (sign === ',' && expects === 'address') expects = 'nothing'
  }
  return filled + body.slice(from)
}

/** Index after a JSON string that starts with the quote at `start`. */
function endOfText(json: string, start: number): number {
  let at = start + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return Math.min(at + 1, json.length)
}
