import { readAggregates } from '#odata/syntax/apply.ts'
import { readTypedLiteral } from '#odata/syntax/literal.ts'
import type { CaseBranch, Lambda, Name, QueryNode, MemberSegment, Within } from '#odata/syntax/node.ts'
import * as read from '#odata/syntax/reader.ts'
import type { OptionReader } from '#odata/syntax/reader.ts'
import { readSearchTree } from '#odata/syntax/search.ts'

/** A path, a call, an alias or a typed literal: whatever begins with a name. */
export function readMember(reader: OptionReader): QueryNode {
  const at = reader.at
  const name = readSegmentName(reader)
  const next = reader.text.charCodeAt(reader.at)
  if (next === 39) {
    const literal = readTypedLiteral(reader, name.text, at)
    return { kind: 'literal', literal: read.collect(reader, literal, at), type: literal.type, at }
  }
  if (name.text.startsWith('@') && !name.text.includes('.')) {
    const alias = readAlias(reader, name)
    if (alias) return alias
  }
  if (next === 40) {
    const call = readCall(reader, name)
    if (reader.text.charCodeAt(reader.at) !== 47) return call
    return readRest(reader, at, [segmentOf(call, name)])
  }
  if (next === 47) return readRest(reader, at, [{ name }])
  return isPlainText(name.text) ? { kind: 'path', names: [name], at } : pathOf([{ name }], at)
}

const markPattern = /\$(?:it|this|root|these)(?!\w)/y
const termPattern = /@[\p{L}_][\p{L}\p{N}_.]*(?:#[\p{L}_][\p{L}\p{N}_]*)?/uy

// A name, a qualified name, `$it` and its kin, or an annotation.
function readSegmentName(reader: OptionReader): Name {
  const at = reader.at
  const first = reader.text.charCodeAt(at)
  const marked =
    first === 36 ? read.match(reader, markPattern) : first === 64 ? read.match(reader, termPattern) : undefined
  if (marked !== undefined) return { text: marked, at }
  const name = read.readName(reader)
  return reader.text.charCodeAt(reader.at) === 46 ? readQualified(reader, name) : name
}

function readQualified(reader: OptionReader, first: Name): Name {
  let text = first.text
  while (read.takeCharacter(reader, '.')) text += `.${read.readName(reader).text}`
  return { text, at: first.at }
}

// What the alias stands for is read in its place; its literals become literals of this text.
function readAlias(reader: OptionReader, name: Name): QueryNode | undefined {
  const text = reader.collected.aliases.get(name.text)
  if (text === undefined) return name.text.includes('#') ? undefined : aliasOf(reader, name)
  if (reader.text.charCodeAt(reader.at) === 47) return undefined
  return read.deeper(reader, () => {
    const inner = { ...read.openReader(name.text, text, reader.collected), depth: reader.depth }
    const node = read.readNestedExpression(inner)
    read.skipBlanks(inner)
    if (!read.atEnd(inner)) throw read.refuseCharacter(inner)
    reader.shape += `${reader.text.slice(reader.shaped, name.at)}(${read.shapeOf(inner)})`
    reader.shaped = reader.at
    return node
  })
}

function aliasOf(reader: OptionReader, name: Name): QueryNode | undefined {
  const next = reader.text.charCodeAt(reader.at)
  return next === 47 ? undefined : { kind: 'alias', name: name.text, at: name.at }
}

function readCall(reader: OptionReader, name: Name): QueryNode {
  reader.at += 1
  const lower = name.text.toLowerCase()
  // Only behind a path is there something to go through.
  if (lower === 'case') return { kind: 'case', of: readBranches(reader), at: name.at }
  const isOwn = name.text.includes('.') || name.text.startsWith('$')
  return { kind: 'call', name: isOwn ? name.text : lower, arguments: readArguments(reader), at: name.at }
}

function readBranches(reader: OptionReader): readonly CaseBranch[] {
  const branches: CaseBranch[] = []
  do {
    const when = read.deeper(reader, () => read.readNestedExpression(reader))
    read.skipBlanks(reader)
    read.expect(reader, ':')
    branches.push({ when, value: read.deeper(reader, () => read.readNestedExpression(reader)) })
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ','))
  read.expect(reader, ')')
  return branches
}

const namedPattern = /[\p{L}_][\p{L}\p{N}_]*[ \t]*=/uy

function readArguments(reader: OptionReader): readonly QueryNode[] {
  read.skipBlanks(reader)
  if (read.takeCharacter(reader, ')')) return []
  const found: QueryNode[] = []
  do found.push(read.deeper(reader, () => readArgument(reader)))
  while ((read.skipBlanks(reader), read.takeCharacter(reader, ',')))
  read.expect(reader, ')')
  return found
}

function readArgument(reader: OptionReader): QueryNode {
  read.skipBlanks(reader)
  const at = reader.at
  const named = read.match(reader, namedPattern)
  if (named === undefined) return read.readNestedExpression(reader)
  return { kind: 'named', name: named.slice(0, -1).trim(), of: read.readNestedExpression(reader), at }
}

function segmentOf(call: QueryNode, name: Name): MemberSegment {
  return call.kind === 'call' ? { name, arguments: call.arguments } : { name, arguments: [call] }
}

function readRest(reader: OptionReader, at: number, segments: MemberSegment[]): QueryNode {
  while (read.takeCharacter(reader, '/')) {
    read.countNode(reader)
    const segment = readSegment(reader)
    segments.push(segment)
    if (segment.lambda || segment.within || segment.aggregate) break
  }
  return pathOf(segments, at)
}

const countPattern = /\$count(?!\w)/y
const filterPattern = /\$filter\(/y
const lambdaPattern = /(any|all)\(/iy
const aggregatePattern = /aggregate\(/iy

function readSegment(reader: OptionReader): MemberSegment {
  const at = reader.at
  if (read.match(reader, countPattern)) return { name: { text: '$count', at }, within: readWithin(reader) }
  if (read.match(reader, filterPattern)) {
    const condition = read.deeper(reader, () => read.readNestedExpression(reader))
    read.skipBlanks(reader)
    read.expect(reader, ')')
    return keyed(reader, { name: { text: '$filter', at }, arguments: [condition] })
  }
  const lambda = read.match(reader, lambdaPattern)?.toLowerCase()
  if (lambda !== undefined) {
    const operator = lambda === 'any(' ? 'any' : 'all'
    return { name: { text: operator, at }, lambda: read.deeper(reader, () => readLambda(reader, operator)) }
  }
  if (read.match(reader, aggregatePattern)) {
    const aggregate = read.deeper(reader, () => readAggregates(reader, false))
    read.expect(reader, ')')
    return { name: { text: 'aggregate', at }, aggregate }
  }
  const name = readSegmentName(reader)
  return keyed(reader, { name })
}

// Arguments, a key, or both one after the other.
function keyed(reader: OptionReader, segment: MemberSegment): MemberSegment {
  let found = segment
  while (read.takeCharacter(reader, '(')) {
    const more = readArguments(reader)
    found = { ...found, arguments: [...(found.arguments ?? []), ...more] }
  }
  return found
}

function readLambda(reader: OptionReader, operator: Lambda['operator']): Lambda {
  read.skipBlanks(reader)
  if (operator === 'any' && read.takeCharacter(reader, ')')) return { operator, variable: undefined, of: undefined }
  const variable = read.readName(reader).text
  read.skipBlanks(reader)
  read.expect(reader, ':')
  const of = read.readNestedExpression(reader)
  read.skipBlanks(reader)
  read.expect(reader, ')')
  return { operator, variable, of }
}

const withinPattern = /\$?(filter|search)[ \t]*=/iy

function readWithin(reader: OptionReader): Within {
  if (!read.takeCharacter(reader, '(')) return {}
  let within: Within = {}
  do {
    read.skipBlanks(reader)
    const option = read.match(reader, withinPattern)?.toLowerCase()
    if (option === undefined) throw read.refuseCharacter(reader)
    if (option.includes('filter'))
      within = { ...within, filter: read.deeper(reader, () => read.readNestedExpression(reader)) }
    else within = { ...within, search: readSearchTree(reader) }
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ';'))
  read.expect(reader, ')')
  return within
}

function pathOf(segments: readonly MemberSegment[], at: number): QueryNode {
  const last = segments.at(-1)
  const before = segments.slice(0, -1)
  if (segments.every(isPlain)) return { kind: 'path', names: segments.map((segment) => segment.name), at }
  const names = before.map((segment) => segment.name)
  if (last?.lambda && before.every(isPlain)) return { kind: 'lambda', names, lambda: last.lambda, at }
  if (last?.within && before.every(isPlain)) return { kind: 'count', names, within: last.within, at }
  return { kind: 'member', segments, at }
}

// Letters, digits and `_` only: what begins so is neither a type, a mark nor an annotation.
function isPlainText(text: string): boolean {
  const first = text.charCodeAt(0)
  return first !== 36 && first !== 64 && !text.includes('.')
}

function isPlain({ name, arguments: given, lambda, within, aggregate }: MemberSegment): boolean {
  const isName =
    !name.text.includes('.') && !name.text.startsWith('@') && name.text !== '$root' && name.text !== '$these'
  return isName && !given && !lambda && !within && !aggregate
}

/** `[...]` and `{...}`: what JSON writes so, with expressions as values. */
export function readArray(reader: OptionReader): QueryNode {
  const at = reader.at
  reader.brackets += 1
  const isArray = read.takeCharacter(reader, '[')
  if (!isArray) read.expect(reader, '{')
  const node: QueryNode = read.deeper(reader, () => {
    return isArray ? { kind: 'array', of: readValues(reader), at } : { kind: 'object', of: readMembers(reader), at }
  })
  reader.brackets -= 1
  return node
}

function readValues(reader: OptionReader): readonly QueryNode[] {
  const found: QueryNode[] = []
  read.skipBlanks(reader)
  if (read.takeCharacter(reader, ']')) return found
  do found.push(read.readNestedExpression(reader))
  while ((read.skipBlanks(reader), read.takeCharacter(reader, ',')))
  read.expect(reader, ']')
  return found
}

const keyPattern = /"((?:[^"\\]|\\.)*)"/y

function readMembers(reader: OptionReader): readonly (readonly [string, QueryNode])[] {
  const found: [string, QueryNode][] = []
  read.skipBlanks(reader)
  if (read.takeCharacter(reader, '}')) return found
  do {
    read.skipBlanks(reader)
    const key = read.match(reader, keyPattern)
    if (key === undefined) throw read.refuseCharacter(reader)
    read.skipBlanks(reader)
    read.expect(reader, ':')
    found.push([key.slice(1, -1), read.readNestedExpression(reader)])
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ','))
  read.expect(reader, '}')
  return found
}
