import { fault } from '#faults/fault.ts'
import {
  checkCount,
  checkIds,
  type BatchAnswer,
  type Item,
  type BatchOutcome,
  type BatchPart,
} from '#odata/protocol/batch/item.ts'
import type { Headers } from '#odata/protocol/message.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'

/** Parses a `multipart/mixed` batch (part 1, 11.7.7). Lines end with CRLF or LF. */
export function readMultipart(contentType: string, body: string): readonly Item[] {
  const items = partsOf(contentType, body).map(({ headers, content }): Item => {
    const type = headers['content-type'] ?? ''
    if (!/^multipart\/mixed\b/i.test(type)) return { kind: 'single', part: partOf(headers, content) }
    const parts = partsOf(type, content).map((inner) => partOf(inner.headers, inner.content))
    // In 4.0 ids are unique only within a change set; across the batch the last one counts.
    checkIds(parts.map(({ id }) => id))
    const group = { kind: 'group', id: headers['content-id'], parts } as const
    // Reads are not allowed in a change set: they could not be told apart from its effects.
    const part = parts.find(({ method }) => method === 'GET' || method === 'HEAD')
    return part ? { ...group, refused: { part, fault: fault('request.malformed') } } : group
  })
  return checkCount(items)
}

/** The answers as `multipart/mixed`, each change set as a nested multipart. */
export function writeMultipart(outcomes: readonly BatchOutcome[]): { type: string; body: string } {
  const parts = outcomes.map((outcome) => {
    if (outcome.kind === 'single') return httpPart(outcome.id, outcome.response)
    const inner = outcome.responses.map(({ id, response }) => httpPart(id, response))
    // A failed change set is answered by its single refusal.
    if (outcome.failed) return inner[0] ?? ''
    // Some clients recognize the answer to a change set by this boundary name.
    const boundary = boundaryFor('changesetresponse', inner)
    return `Content-Type: multipart/mixed; boundary=${boundary}\r\n\r\n${framed(boundary, inner)}`
  })
  const boundary = boundaryFor('batch', parts)
  return { type: `multipart/mixed; boundary=${boundary}`, body: framed(boundary, parts) }
}

type Mime = { readonly headers: Headers; readonly content: string }

function partsOf(contentType: string, body: string): readonly Mime[] {
  const found = /;\s*boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(contentType)
  const boundary = found?.[1] ?? found?.[2]
  if (boundary === undefined) throw fault('request.malformed')
  const chunks: string[] = []
  let start: number | undefined
  for (const line of linesWith(`--${boundary}`, body)) {
    if (start !== undefined) chunks.push(body.slice(start, line.at).replace(/\r?\n$/, ''))
    if (chunks.length > queryLimits.batch) throw overLimit('batch')
    if (line.isLast) return chunks.map(mimeOf)
    start = line.end
  }
  throw fault('request.malformed')
}

/** Delimiter lines; the last one ends with two dashes (RFC 2046, 5.1.1). Scans each byte once. */
function* linesWith(delimiter: string, body: string): Generator<{ at: number; end: number; isLast: boolean }> {
  const rest = /(--)?[ \t]*\r?(?:\n|$)/y
  for (let at = body.indexOf(delimiter); at >= 0; at = body.indexOf(delimiter, at)) {
    const isAtStart = at === 0 || body[at - 1] === '\n'
    rest.lastIndex = at + delimiter.length
    const found = isAtStart ? rest.exec(body) : null
    if (found) yield { at, end: rest.lastIndex, isLast: found[1] !== undefined }
    at += delimiter.length
  }
}

function mimeOf(text: string): Mime {
  const end = /(?:^|\n)\r?\n/.exec(text)
  const head = end ? text.slice(0, end.index) : text
  const content = end ? text.slice(end.index + end[0].length) : ''
  return { headers: headersOf(head.split(/\r?\n/)), content }
}

function headersOf(lines: readonly string[]): Headers {
  const headers: Record<string, string> = {}
  for (const line of lines) {
    if (line.trim() === '') continue
    const at = line.indexOf(':')
    if (at <= 0) throw fault('request.malformed')
    const name = line.slice(0, at).trim().toLowerCase()
    const value = line.slice(at + 1).trim()
    headers[name] = headers[name] === undefined ? value : `${headers[name]},${value}`
  }
  return headers
}

const requestLine = /^([A-Za-z]+) (\S.*?)(?: HTTP\/\d(?:\.\d)?)?$/

function partOf(mime: Headers, content: string): BatchPart {
  if (!/^application\/http\b/i.test(mime['content-type'] ?? '')) throw fault('request.malformed')
  const first = /^(?:\r?\n)*(.*?)\r?(?:\n|$)/.exec(content)
  const [, method, url] = requestLine.exec(first?.[1]?.trim() ?? '') ?? []
  if (!first || method === undefined || url === undefined) throw fault('request.malformed')
  const { headers, content: body } = mimeOf(content.slice(first[0].length))
  const hasBody = body.trim() !== ''
  return {
    id: mime['content-id'] ?? headers['content-id'],
    method: method.toUpperCase(),
    url,
    headers,
    body: hasBody ? body : undefined,
    dependsOn: [],
  }
}

function httpPart(id: string | undefined, response: BatchAnswer): string {
  const headers = Object.entries(response.headers).map(([name, value]) => `${name}: ${value}`)
  const lines = [
    'Content-Type: application/http',
    'Content-Transfer-Encoding: binary',
    ...(id === undefined ? [] : [`Content-ID: ${id.replace(/[\r\n\0]+/g, ' ')}`]),
    '',
    `HTTP/1.1 ${response.status} ${reasons[response.status] ?? 'Status'}`,
    ...headers,
    '',
    response.body ?? '',
  ]
  return lines.join('\r\n')
}

function framed(boundary: string, parts: readonly string[]): string {
  return `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n`
}

// A boundary that occurs in no part.
function boundaryFor(word: string, parts: readonly string[]): string {
  let number = 0
  while (parts.some((part) => part.includes(`${word}_${number}`))) number++
  return `${word}_${number}`
}

// RFC 9110, 15. Clients read the number; some require a reason phrase.
const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  204: 'No Content',
  304: 'Not Modified',
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  409: 'Conflict',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  415: 'Unsupported Media Type',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
  507: 'Insufficient Storage',
}
