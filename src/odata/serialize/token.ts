import { fault } from '#faults/fault.ts'
import { fromBase64url, toBase64url } from '#odata/serialize/base64url.ts'

/** Signs a text with a key that only the server has (an HMAC). */
export type Sign = (text: string) => string

/** Where a page begins: behind the row with these sort keys, or before it when reading backward. `left` is what `$top` still allows. */
export type TokenStart = {
  readonly keys: readonly (string | null)[]
  readonly backward: boolean
  readonly left?: number | undefined
}

/**
 * An opaque, signed `$skiptoken`. `identity` is what the continued query must have in common with this one: entity set,
 * filter, order and search. `keys` is JSON text as the statement returned it.
 */
export function writeToken(keys: string, start: Omit<TokenStart, 'keys'>, identity: string, sign: Sign): string {
  const payload = `${start.backward ? 'b' : 'f'}${start.left ?? ''}${keys}`
  return `${toBase64url(payload)}.${sign(signed(payload, identity))}`
}

/** The token's content, or `query.skipTokenInvalid` for one that is foreign, altered or of another query. */
export function readToken(token: string, keyCount: number, identity: string, sign: Sign): TokenStart {
  const [encoded = '', signature = '', ...rest] = token.split('.')
  const payload = fromBase64url(encoded) ?? ''
  if (rest.length > 0 || !isSame(signature, sign(signed(payload, identity)))) throw invalid()
  const found = /^([bf])(\d*)(\[.*\])$/su.exec(payload)
  if (!found) throw invalid()
  const keys: unknown = JSON.parse(found[3] ?? '[]')
  if (!isKeys(keys) || keys.length !== keyCount) throw invalid()
  return { keys, backward: found[1] === 'b', left: found[2] ? Number(found[2]) : undefined }
}

function signed(payload: string, identity: string): string {
  return `odata.page\u0000${identity}\u0000${payload}`
}

// In a time that does not tell how much of a guess was right.
function isSame(left: string, right: string): boolean {
  let difference = left.length ^ right.length
  for (let index = 0; index < right.length; index += 1) difference |= left.charCodeAt(index) ^ right.charCodeAt(index)
  return difference === 0
}

function isKeys(keys: unknown): keys is readonly (string | null)[] {
  return Array.isArray(keys) && keys.every((key) => key === null || typeof key === 'string')
}

function invalid() {
  return fault('query.skipTokenInvalid', {}, '$skiptoken')
}
