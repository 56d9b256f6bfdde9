import { fault } from '#faults/fault.ts'
import { createCache } from '#odata/compile/cache.ts'
import { annotations, type ControlAnnotation, type WireForm } from '#odata/compile/writer.ts'
import { headerVersions } from '#odata/serialize/etag.ts'
import { mediaTypesOf, type MediaType } from '#odata/protocol/mediaType.ts'
import type { Headers } from '#odata/protocol/message.ts'
import type { Expected } from '#odata/protocol/store.ts'
import { parsePrefer } from '#odata/syntax/prefer.ts'
import { isStorable } from '#text/storable.ts'

/** Format of an answer with rows. */
export type Format = { readonly kind: 'json'; readonly wire: WireForm } | { readonly kind: 'csv' }

const metadataLevels = new Set(['none', 'minimal', 'full'])

/** The preferred available format, from `$format` or else `Accept`. Fault: `request.notAcceptable`. */
export function negotiateFormat(headers: Headers, query = ''): Format {
  const text = wantedOf(headers, query)
  return formats.get(text, () => bestOf(mediaTypesOf(text)))
}

/** The accepted media types, from `$format` or else `Accept`; any type by default. */
export function wantedOf(headers: Headers, query: string): string {
  const option = /(?:^|&)(?:\$|%24)?format=([^&]*)/i.exec(query)?.[1]
  return option === undefined ? (headers['accept'] ?? '*/*') : longForm(decoded(option))
}

// Clients repeat the same header, so results are cached.
const formats = createCache<Format>(100)

function bestOf(wanted: readonly MediaType[]): Format {
  for (const { type, parameters } of wanted) {
    if (type === 'text/csv') return { kind: 'csv' }
    if (type !== 'application/json' && type !== 'application/*' && type !== '*/*') continue
    const level = parameters.get('metadata') ?? 'minimal'
    const charset = parameters.get('charset') ?? 'utf-8'
    if (!metadataLevels.has(level) || !/^utf-?8$/.test(charset)) continue
    const numbersAsText = parameters.get('ieee754compatible') === 'true'
    return {
      kind: 'json',
      wire: level === 'none' || level === 'full' ? { numbersAsText, metadata: level } : { numbersAsText },
    }
  }
  throw fault('request.notAcceptable')
}

/** The wire form for answers that only exist as JSON. */
export function negotiateWire(headers: Headers, query = ''): WireForm {
  const format = negotiateFormat(headers, query)
  if (format.kind !== 'json') throw fault('request.notAcceptable')
  return format.wire
}

export function contentTypeOf({ metadata, numbersAsText }: WireForm): string {
  const exact = numbersAsText ? ';IEEE754Compatible=true' : ''
  return `application/json;odata.metadata=${metadata ?? 'minimal'}${exact};charset=utf-8`
}

function longForm(format: string): string {
  return shortForms.get(format) ?? format
}

const shortForms: ReadonlyMap<string, string> = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['csv', 'text/csv'],
])

function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw fault('request.malformed', {}, '$format')
  }
}

/** The versions in an If-Match header; null without the header. */
export function expectedOf(headers: Headers): Expected {
  const header = headers['if-match']
  if (header === undefined) return null
  const versions = headerVersions(header)
  if (versions === undefined) throw fault('request.malformed')
  return versions
}

export type Wishes = {
  readonly maxPageSize: number | undefined
  /** Our own `lintel.maxcount`: where `@odata.count` of a list may end, for those who only show "10,000+". */
  readonly maxCount: number | undefined
  readonly minimal: boolean
  readonly representation: boolean
  readonly omitsNulls: boolean
  /** What is said beside the values. */
  readonly annotations: readonly ControlAnnotation[]
}

const noWishes: Wishes = {
  maxPageSize: undefined,
  maxCount: undefined,
  minimal: false,
  representation: false,
  omitsNulls: false,
  annotations: [],
}

/** What a Prefer header (RFC 7240) asks for. */
export function preferencesOf(headers: Headers): Wishes {
  const header = headers['prefer']
  if (header === undefined) return noWishes
  const given = parsePrefer(header)
  const number = (name: string) => {
    const text = given.get(name)
    return text !== undefined && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined
  }
  return {
    maxPageSize: number('maxpagesize'),
    maxCount: number('lintel.maxcount'),
    minimal: given.get('return') === 'minimal',
    representation: given.get('return') === 'representation',
    omitsNulls: given.get('omit-values') === 'nulls',
    annotations: annotationsOf(given.get('include-annotations') ?? ''),
  }
}

// Names and patterns, each with a minus where it is not wanted; the one that says most counts (part 1, 8.2.8.4).
function annotationsOf(wanted: string): readonly ControlAnnotation[] {
  if (wanted === '') return []
  const given = new Set(wanted.split(','))
  return annotations.filter((name) => {
    const deciding = [`lintel.${name}`, 'lintel.*', '*'].find((each) => given.has(each) || given.has(`-${each}`))
    return deciding !== undefined && given.has(deciding)
  })
}

/** The wire with what is preferred of it. */
export function shownAs(wire: WireForm, { omitsNulls, annotations: told }: Wishes): WireForm {
  const shown = omitsNulls ? { ...wire, omitsNulls } : wire
  return told.length > 0 ? { ...shown, annotations: told } : shown
}

/** The header that names the preferences which a reading followed. */
export function appliedOf({ maxPageSize, maxCount, omitsNulls, annotations: told }: Wishes): Record<string, string> {
  const applied = [
    ...(maxPageSize === undefined ? [] : [`maxpagesize=${maxPageSize}`]),
    ...(maxCount === undefined ? [] : [`lintel.maxcount=${maxCount}`]),
    ...(omitsNulls ? ['omit-values=nulls'] : []),
    ...(told.length > 0 ? [`include-annotations="${told.map((name) => `lintel.${name}`).join()}"`] : []),
  ]
  return applied.length === 0 ? {} : { 'preference-applied': applied.join(', ') }
}

/** The key of an Idempotency-Key header; refused when it is too long to keep. */
export function idempotencyKeyOf(headers: Headers): string | undefined {
  const header = headers['idempotency-key']
  if (header === undefined) return undefined
  if (header.length === 0 || header.length > 200 || !isStorable(header)) throw fault('request.malformed')
  return header
}
