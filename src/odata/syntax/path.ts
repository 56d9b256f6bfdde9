import { fault } from '#faults/fault.ts'
import { parseAddress, refuseLoneType, type Address, type AddressSegment } from '#odata/syntax/address.ts'
import type { Node } from '#odata/syntax/node.ts'

/** What the resource path behind the service root names (URL conventions 4). */
export type ResourcePath =
  | { readonly kind: 'service' }
  | { readonly kind: 'metadata' }
  | { readonly kind: 'list'; readonly set: string }
  | { readonly kind: 'count'; readonly set: string }
  | { readonly kind: 'one'; readonly set: string; readonly key: string }

const setOnly = /^[A-Za-z]\w{0,127}$/
const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * The resource path, not decoded, without the slash before it. A key stands in parentheses, as `id=` or as a segment of its
 * own. Faults: `query.syntax`, `request.malformed`, `request.idInvalid`, `server.unsupported`.
 */
export function parsePath(path: string): ResourcePath {
  if (setOnly.test(path)) return { kind: 'list', set: path }
  const address = parseAddress(path)
  const [first, second, ...rest] = address.segments
  if (!first) return { kind: 'service' }
  if (first.text === '$metadata' && !second) return { kind: 'metadata' }
  if (first.kind === 'system') throw unanswered(address)
  refuseLoneType(address)
  const set = first.text
  const [group, ...others] = first.groups
  if (rest.length > 0 || others.length > 0) throw unanswered(address)
  if (group) {
    if (second) throw unanswered(address)
    return { kind: 'one', set, key: keyOf(address, set, group) }
  }
  if (!second) return { kind: 'list', set }
  if (second.text === '$count' && second.kind === 'system') return { kind: 'count', set }
  if (second.groups.length > 0 || !guid.test(second.text)) throw unanswered(address)
  return { kind: 'one', set, key: second.text.toLowerCase() }
}

function keyOf({ literals }: Address, set: string, group: readonly Node[]): string {
  const [given, ...others] = group
  const value = given?.kind === 'named' && given.name === 'id' ? given.of : given
  const entry = value?.kind === 'literal' ? literals[value.literal] : undefined
  if (others.length > 0 || !entry || !('text' in entry) || !guid.test(entry.text)) {
    throw fault('request.idInvalid', {}, set)
  }
  return entry.text.toLowerCase()
}

function unanswered({ segments }: Address) {
  const text = (segment: AddressSegment) => segment.text.slice(0, 60)
  return fault('server.unsupported', { feature: `/${segments.map(text).join('/')}` })
}
