import { fault } from '#faults/fault.ts'
import { readOperators } from '#odata/syntax/expression.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { QueryNode } from '#odata/syntax/node.ts'
import * as read from '#odata/syntax/reader.ts'
import { syntaxFault, type OptionReader } from '#odata/syntax/reader.ts'

/** One part of a resource path: what it is called and what stands in its parentheses. */
export type AddressSegment = {
  /** `name` may also be a key or a place in a collection, which only the model can tell. */
  readonly kind: 'name' | 'type' | 'system' | 'text'
  readonly text: string
  /** Each pair of parentheses: a key, the parameters of a function, the sets of `$crossjoin`. */
  readonly groups: readonly (readonly QueryNode[])[]
  /** All of it, decoded. */
  readonly whole: string
  /** The same without its literals, and how many literals stand before it. */
  readonly shape: string
  readonly literals: number
}

/** A resource path (URL conventions 4) and the literals that stand in it. */
export type Address = { readonly segments: readonly AddressSegment[]; readonly literals: read.Collected['literals'] }

const namePattern = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}\p{Mn}\p{Mc}\p{Pc}\p{Cf}]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy
const rootSystems = new Set(['$metadata', '$batch', '$entity', '$all', '$crossjoin'])
const systems = new Set(['$count', '$ref', '$value', '$query', '$each', '$filter', '$all'])
// Nothing follows these but `$query`.
const lasts = new Set(['$value', '$ref', '$count', '$query', '$metadata', '$batch'])

/** The resource path, not decoded, without the slash before it: split on `/` first, then decoded. */
export function parseAddress(raw: string, aliases: ReadonlyMap<string, string> = new Map()): Address {
  if (raw.length > queryLimits.urlBytes) throw overLimit('urlBytes')
  const collected: read.Collected = { literals: [], aliases, expression: readOperators, nodes: 0, expands: 0 }
  const parts = partsOf(raw)
  let at = 0
  const segments: AddressSegment[] = []
  for (const part of parts) {
    const literals = collected.literals.length
    const reader = read.openReader('path', decode(part), collected)
    const segment = { ...readSegment(reader, segments), whole: reader.text, shape: read.shapeOf(reader), literals }
    refuseOrder(segments, segment, at)
    segments.push(segment)
    if (segments.length > queryLimits.depth) throw overLimit('depth', 'path')
    at += part.length + 1
  }
  return { segments, literals: collected.literals }
}

function partsOf(raw: string): readonly string[] {
  if (raw === '') return []
  const parts = raw.replace(/\/$/, '').split('/')
  return raw.includes('filter') ? withWholeFilters(parts) : parts
}

// A slash in the parentheses of a condition belongs to a path of its own.
function withWholeFilters(parts: readonly string[]): readonly string[] {
  const found: string[] = []
  let open: Open | undefined
  for (const part of parts) {
    const isWithin: boolean = open !== undefined && (open.isText || open.parentheses > 0)
    if (isWithin) found[found.length - 1] += `/${part}`
    else found.push(part)
    const isFilter: boolean = isWithin || /^(?:\$|%24)filter(?:\(|%28)/.test(part)
    open = isFilter ? openAfter(isWithin ? open : undefined, decode(part)) : undefined
  }
  return found
}

/** What is open at a place: a text, and so many parentheses besides those in texts. */
type Open = { readonly isText: boolean; readonly parentheses: number }

function openAfter(before: Open | undefined, text: string): Open {
  let { isText, parentheses } = before ?? { isText: false, parentheses: 0 }
  for (const sign of text) {
    if (sign === "'") isText = !isText
    else if (!isText && sign === '(') parentheses += 1
    else if (!isText && sign === ')') parentheses -= 1
  }
  return { isText, parentheses }
}

function decode(part: string): string {
  if (!part.includes('%')) return part
  try {
    const text = decodeURIComponent(part)
    if (!text.includes('\0') && text.isWellFormed()) return text
  } catch {
    // Refused below, as a NUL is.
  }
  throw fault('request.malformed')
}

type ReadSegment = Pick<AddressSegment, 'kind' | 'text' | 'groups'>

function readSegment(reader: OptionReader, before: readonly AddressSegment[]): ReadSegment {
  if (reader.text.startsWith('$')) return readSystem(reader, before)
  const text = read.match(reader, namePattern)
  const groups = text === undefined ? [] : readGroups(reader)
  if (text !== undefined && read.atEnd(reader)) {
    return { kind: text.includes('.') ? 'type' : 'name', text, groups }
  }
  // A key as a segment may be any text, but only behind something that has rows.
  if (before.length === 0 || reader.text === '' || groups.length > 0) throw read.refuseCharacter(reader)
  return { kind: 'text', text: reader.text, groups: [] }
}

function readSystem(reader: OptionReader, before: readonly AddressSegment[]): ReadSegment {
  const text = read.match(reader, /\$[a-z]+/iy) ?? ''
  if (before.length === 0 ? !rootSystems.has(text) : !systems.has(text)) throw read.refuseCharacter(reader, 0)
  const takes = text === '$filter' || text === '$crossjoin'
  const groups = takes ? readGroups(reader) : []
  if (!read.atEnd(reader) || (takes && groups.length !== 1)) throw read.refuseCharacter(reader)
  return { kind: 'system', text, groups }
}

function readGroups(reader: OptionReader): readonly (readonly QueryNode[])[] {
  const groups: (readonly QueryNode[])[] = []
  while (read.takeCharacter(reader, '(')) groups.push(read.deeper(reader, () => readGroup(reader)))
  return groups
}

const namedPattern = /[\p{L}_][\p{L}\p{N}_]*[ \t]*=/uy

function readGroup(reader: OptionReader): readonly QueryNode[] {
  const found: QueryNode[] = []
  read.skipBlanks(reader)
  if (read.takeCharacter(reader, ')')) return found
  do {
    read.skipBlanks(reader)
    const at = reader.at
    const name = read.match(reader, namedPattern)
    const of = readOperators(reader)
    // The value of a key or parameter is a literal, an alias or JSON.
    if (name !== undefined && of.kind === 'path') throw read.refuseCharacter(reader, at + name.length)
    found.push(name === undefined ? of : { kind: 'named', name: name.slice(0, -1).trim(), of, at })
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ','))
  read.expect(reader, ')')
  return found
}

function refuseOrder(before: readonly AddressSegment[], segment: AddressSegment, at: number): void {
  const last = before.at(-1)
  const isAfterEnd = last?.kind === 'system' && lasts.has(last.text) && segment.text !== '$query'
  const isTypeTwice =
    last?.kind === 'type' && segment.kind === 'type' && last.text === segment.text && last.groups.length === 0
  if (isAfterEnd || isTypeTwice) throw syntaxFault('path', at, segment.text)
}

/** Whether a path may be asked for: the root knows no bare types, except a container before `$all`. */
export function refuseLoneType({ segments }: Address): void {
  const [first, second] = segments
  if (first?.kind === 'type' && second?.text !== '$all') throw syntaxFault('path', 0, first.text)
}
