import { fault } from '#faults/fault.ts'
import { syntaxFault } from '#odata/syntax/reader.ts'

/** What the resource path behind the service root names (URL conventions 4). */
export type ResourcePath =
  | { readonly kind: 'service' }
  | { readonly kind: 'metadata' }
  | { readonly kind: 'list'; readonly set: string }
  | { readonly kind: 'count'; readonly set: string }
  | { readonly kind: 'one'; readonly set: string; readonly key: string }

const segment = /^([A-Za-z_]\w{0,127})(?:\(([^()]*)\))?$/
const guid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The resource path, not decoded, without the slash before it. Faults: `query.syntax`, `request.idInvalid`, `server.unsupported`. */
export function parsePath(path: string): ResourcePath {
  const [first = '', ...rest] = decode(path).replace(/\/$/, '').split('/')
  if (first === '') return { kind: 'service' }
  if (first === '$metadata') return { kind: 'metadata' }
  if (first.startsWith('$')) throw fault('server.unsupported', { feature: first })
  const found = segment.exec(first)
  if (!found?.[1]) throw syntaxFault('path', 0, first)
  const [, set, key] = found
  if (rest.length > 1 || (rest.length === 1 && rest[0] !== '$count'))
    throw fault('server.unsupported', { feature: `/${rest.join('/')}` })
  if (key === undefined) return { kind: rest[0] === '$count' ? 'count' : 'list', set }
  if (rest.length > 0) throw fault('server.unsupported', { feature: `/${rest.join('/')}` })
  const id = key.replace(/^id=/, '')
  if (!guid.test(id)) throw fault('request.idInvalid', {}, set)
  return { kind: 'one', set, key: id.toLowerCase() }
}

function decode(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    throw fault('request.malformed')
  }
}
