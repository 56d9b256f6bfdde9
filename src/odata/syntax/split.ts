import { fault } from '#faults/fault.ts'
import { syntaxFault } from '#odata/syntax/reader.ts'

/**
 * One option of a query string: its name as written (for error targets), its decoded text, and where in that the semicolons are
 * that came encoded.
 */
export type QueryOption = { readonly written: string; readonly text: string; readonly semicolons: ReadonlySet<number> }

const names: ReadonlySet<string> = new Set([
  'filter',
  'select',
  'orderby',
  'expand',
  'search',
  'top',
  'skip',
  'count',
  'skiptoken',
  'format',
  'apply',
  'compute',
  'levels',
  'index',
  'deltatoken',
  'schemaversion',
  'id',
])

/** What a query string holds for the engine; options of others are left out. */
export type SplitQuery = {
  readonly options: ReadonlyMap<string, QueryOption>
  readonly aliases: ReadonlyMap<string, string>
}

/**
 * The system options of a query string by their names in lower case without `$`. Split on & and = before decoding,
 * since both may stand encoded in a text. Options without `$` that are not the standard's belong to someone else.
 */
export function splitOptions(raw: string): SplitQuery {
  const found = new Map<string, QueryOption>()
  const aliases = new Map<string, string>()
  // What follows `#` is a fragment and never part of a query.
  if (raw.includes('#')) throw syntaxFault('query', raw.indexOf('#'), '#')
  for (const part of raw.split('&')) {
    if (part === '') continue
    const equals = part.indexOf('=')
    const written = decode(equals < 0 ? part : part.slice(0, equals), part)
    if (written.startsWith('@')) {
      if (aliases.has(written)) throw syntaxFault(written, 0, written)
      aliases.set(written, equals < 0 ? '' : decode(part.slice(equals + 1), written))
      continue
    }
    const name = (written.startsWith('$') ? written.slice(1) : written).toLowerCase()
    if (!names.has(name)) {
      if (written.startsWith('$')) throw fault('query.unknownName', { name: written, hint: 'none' }, written)
      continue
    }
    if (equals < 0) throw syntaxFault(`$${name}`, written.length, '…')
    // A semicolon in a search must be encoded, or it would end a nested option.
    if (name === 'search' && part.includes(';')) throw syntaxFault('$search', part.indexOf(';') - equals - 1, ';')
    if (found.has(name)) throw syntaxFault(written, 0, written)
    const raw = part.slice(equals + 1)
    const text = decode(raw, `$${name}`)
    found.set(name, { written: `$${name}`, text, semicolons: encodedSemicolons(raw) })
  }
  return { options: found, aliases }
}

/** The options of a query string that are not the standard's, such as parameters of a function under their own names. */
export function otherOptions(raw: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>()
  for (const part of raw.split('&')) {
    const equals = part.indexOf('=')
    const name = equals > 0 ? decode(part.slice(0, equals), part) : ''
    if (/^[\p{L}_]/u.test(name) && !found.has(name)) found.set(name, decode(part.slice(equals + 1), name))
  }
  return found
}

const nowhere: ReadonlySet<number> = new Set()

// No escaped character holds the byte of a semicolon, so the text may be taken apart there before it is decoded.
function encodedSemicolons(raw: string): ReadonlySet<number> {
  if (!raw.includes('%3')) return nowhere
  const places = new Set<number>()
  let at = -1
  for (const piece of raw.split(/%3B/i).slice(0, -1)) {
    at += decodeURIComponent(piece).length + 1
    places.add(at)
  }
  return places
}

function decode(text: string, target: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  const decoded = spaced.includes('%') ? decodePercent(spaced, target) : spaced
  // PostgreSQL has no text with NUL, and half a surrogate pair is no character.
  const bad = decoded.includes('\0') ? decoded.indexOf('\0') : decoded.isWellFormed() ? -1 : 0
  if (bad >= 0) throw syntaxFault(target, bad, '\\0')
  return decoded
}

function decodePercent(text: string, target: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    const at = text.search(/%(?![0-9a-fA-F]{2})/)
    throw syntaxFault(target, Math.max(at, 0), text.slice(Math.max(at, 0), Math.max(at, 0) + 20))
  }
}
