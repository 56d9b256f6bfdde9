import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { Aggregate, ComputeItem, Name, QueryNode, OrderItem, Transformation } from '#odata/syntax/node.ts'
import * as read from '#odata/syntax/reader.ts'
import type { OptionReader } from '#odata/syntax/reader.ts'
import { readSearchTree } from '#odata/syntax/search.ts'

const namePattern = /[\p{L}_][\p{L}\p{N}_.]*/uy
const wordPattern = (word: string) => new RegExp(`${word}(?![\\p{L}\\p{N}_])`, 'iuy')
const [withPattern, fromPattern, asPattern, keepPattern] = ['with', 'from', 'as', 'keep[ \\t]+start'].map(
  wordPattern,
) as [RegExp, RegExp, RegExp, RegExp]
const countPattern = /\$count(?!\w)/y
const directionPattern = /(?:asc|desc)(?![\p{L}\p{N}_])/iuy

/** `$apply`: steps joined by slashes, each a transformation of the rows before it. */
export function readApply(reader: OptionReader): readonly Transformation[] {
  const found: Transformation[] = []
  do found.push(read.deeper(reader, () => readTransformation(reader)))
  while (read.takeCharacter(reader, '/'))
  return found
}

function readTransformation(reader: OptionReader): Transformation {
  read.skipBlanks(reader)
  read.countNode(reader)
  const at = reader.at
  const written = read.match(reader, namePattern)
  if (written === undefined) throw read.refuseCharacter(reader)
  const name = ownName(written)
  if (name === 'identity') return { kind: 'identity', at }
  read.expect(reader, '(')
  const found = readArguments(reader, name, at)
  read.skipBlanks(reader)
  read.expect(reader, ')')
  return found
}

// The standard's own names may be written in any case; those of a service hold a dot.
function ownName(written: string): string {
  return written.includes('.') ? written : written.toLowerCase()
}

function readArguments(reader: OptionReader, name: string, at: number): Transformation {
  switch (name) {
    case 'aggregate':
      return { kind: 'aggregate', of: readAggregates(reader, true), at }
    case 'groupby':
      return readGroupBy(reader, at)
    case 'filter':
      return { kind: 'filter', of: read.readNestedExpression(reader), at }
    case 'search':
      return { kind: 'search', of: readSearchTree(reader), at }
    case 'compute':
      return { kind: 'compute', of: readCompute(reader), at }
    case 'orderby':
      return { kind: 'orderby', of: readOrderItems(reader), at }
    case 'concat':
      return { kind: 'concat', of: readSequences(reader), at }
    case 'top':
    case 'skip':
      return { kind: name, of: readNumber(reader), at }
    case 'topcount':
    case 'bottomcount':
    case 'topsum':
    case 'bottomsum':
    case 'toppercent':
    case 'bottompercent':
      return readRanked(reader, name, at)
    default:
      readOther(reader, name)
      return { kind: 'other', name, at }
  }
}

function readRanked(reader: OptionReader, name: string, at: number): Transformation {
  const limit = read.readNestedExpression(reader)
  if (!isRankLimit(name, textOf(reader, limit))) throw read.refuseCharacter(reader, limit.at)
  read.skipBlanks(reader)
  read.expect(reader, ',')
  return { kind: 'ranked', name, limit, by: read.readNestedExpression(reader), at }
}

function textOf(reader: OptionReader, node: QueryNode): string | undefined {
  const entry = node.kind === 'literal' ? reader.collected.literals[node.literal] : undefined
  return entry && 'text' in entry ? entry.text : undefined
}

// Data aggregation 3.3: at least one row, more than nothing and at most all of the percents. Other limits are known only later.
function isRankLimit(name: string, text: string | undefined): boolean {
  if (text === undefined || name.endsWith('sum')) return true
  return Number(text) > 0 && (name.endsWith('count') || Number(text) <= 100)
}

function readNumber(reader: OptionReader): number {
  const text = read.match(reader, /\d{1,15}/y)
  if (text === undefined) throw read.refuseCharacter(reader)
  return Number(text)
}

function readSequences(reader: OptionReader): readonly (readonly Transformation[])[] {
  const found = [readApply(reader)]
  read.skipBlanks(reader)
  while (read.takeCharacter(reader, ',')) {
    found.push(readApply(reader))
    read.skipBlanks(reader)
  }
  if (found.length < 2) throw read.refuseCharacter(reader)
  return found
}

const rollupPattern = /rollup\(/iy

function readGroupBy(reader: OptionReader, at: number): Transformation {
  read.skipBlanks(reader)
  read.expect(reader, '(')
  const by: (readonly Name[])[] = []
  let rollup = false
  do {
    read.skipBlanks(reader)
    const rolled = read.match(reader, rollupPattern)
    rollup ||= rolled !== undefined
    const paths = readGroupPaths(reader, rolled !== undefined)
    by.push(...paths)
    if (rolled !== undefined) read.expect(reader, ')')
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ','))
  read.expect(reader, ')')
  read.skipBlanks(reader)
  const steps = read.takeCharacter(reader, ',') ? readApply(reader) : []
  return { kind: 'groupby', by, rollup, steps, at }
}

function readGroupPaths(reader: OptionReader, several: boolean): readonly (readonly Name[])[] {
  const found: (readonly Name[])[] = []
  for (;;) {
    read.skipBlanks(reader)
    found.push(readGroupPath(reader))
    read.skipBlanks(reader)
    if (!several || !read.takeCharacter(reader, ',')) return found
  }
}

// The last part of a grouped path is a property: neither a type nor an annotation.
function readGroupPath(reader: OptionReader): readonly Name[] {
  const names: Name[] = []
  do {
    read.countNode(reader)
    const at = reader.at
    const text = read.match(reader, namePattern)
    if (text === undefined || text.endsWith('.')) throw read.refuseCharacter(reader, at)
    names.push({ text, at })
  } while (read.takeCharacter(reader, '/'))
  const last = names.at(-1)
  if (last?.text.includes('.')) throw read.refuseCharacter(reader, last.at)
  return names
}

/** The values of an `aggregate`. In `$apply` each has a name, behind a path none has. */
export function readAggregates(reader: OptionReader, named: boolean): readonly Aggregate[] {
  const found: Aggregate[] = []
  do {
    read.skipBlanks(reader)
    found.push(readAggregate(reader, named))
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ','))
  return found
}

function readAggregate(reader: OptionReader, named: boolean): Aggregate {
  read.countNode(reader)
  const at = reader.at
  const isCount = read.match(reader, countPattern) !== undefined
  const of = isCount ? undefined : read.readNestedExpression(reader)
  const counts = isCount || of?.kind === 'count'
  read.skipBlanks(reader)
  const method = counts ? undefined : readMethod(reader)
  const from = readFrom(reader, method !== undefined)
  const as = readAs(reader)
  // A value that is computed here needs a name; a custom aggregate has one.
  const isOwn = of?.kind === 'path' || of?.kind === 'member'
  if (named ? !as && (counts || method !== undefined || from.length > 0 || !isOwn) : as)
    throw read.refuseCharacter(reader)
  return { of, method, from, as, at }
}

function readMethod(reader: OptionReader): string | undefined {
  if (read.match(reader, withPattern) === undefined) return undefined
  read.skipBlanks(reader)
  const method = read.match(reader, namePattern)
  if (method === undefined) throw read.refuseCharacter(reader)
  read.skipBlanks(reader)
  return ownName(method)
}

function readFrom(reader: OptionReader, isComputed: boolean): Aggregate['from'] {
  const found: { paths: readonly QueryNode[]; method: string | undefined }[] = []
  while (read.match(reader, fromPattern) !== undefined) {
    const paths: QueryNode[] = []
    do {
      paths.push(read.readNestedExpression(reader))
      read.skipBlanks(reader)
    } while (read.takeCharacter(reader, ','))
    const method = readMethod(reader)
    if (isComputed && method === undefined) throw read.refuseCharacter(reader)
    found.push({ paths, method })
  }
  return found
}

function readAs(reader: OptionReader): Name | undefined {
  if (read.match(reader, asPattern) === undefined) return undefined
  read.skipBlanks(reader)
  const name = read.readName(reader)
  // It becomes the name of a column, of which PostgreSQL keeps 63 bytes.
  if (encodeURIComponent(name.text).replace(/%../g, '-').length > queryLimits.nameBytes) throw overLimit('nameBytes')
  return name
}

/** `$compute`: expressions with their names. */
export function readCompute(reader: OptionReader): readonly ComputeItem[] {
  const found: ComputeItem[] = []
  do {
    read.skipBlanks(reader)
    const of = read.readNestedExpression(reader)
    read.skipBlanks(reader)
    const as = readAs(reader)
    if (!as) throw read.refuseCharacter(reader)
    found.push({ of, as })
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ','))
  return found
}

/** `$orderby`: expressions with a direction each. */
export function readOrderItems(reader: OptionReader): readonly OrderItem[] {
  const found: OrderItem[] = []
  do {
    read.skipBlanks(reader)
    const at = reader.at
    const of = read.readNestedExpression(reader)
    read.skipBlanks(reader)
    const direction = read.match(reader, directionPattern)
    found.push({ of, descending: direction?.toLowerCase() === 'desc', at })
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ','))
  return found
}

const nestingPattern = /(?:addnested|nest|join|outerjoin)$/

// What is parsed but not answered: nested data, joins, hierarchies and functions of others.
function readOther(reader: OptionReader, name: string): void {
  read.skipBlanks(reader)
  if (name.includes('.') && reader.text[reader.at] === ')') return
  let isFirst = true
  do {
    read.skipBlanks(reader)
    if (nestingPattern.test(name)) readNesting(reader, name, isFirst)
    else readOtherArgument(reader, name)
    isFirst = false
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ','))
}

function readNesting(reader: OptionReader, name: string, isFirst: boolean): void {
  const isPath = name !== 'nest' && isFirst
  if (isPath) readGroupPathOf(reader)
  else readApply(reader)
  read.skipBlanks(reader)
  const needsName = name === 'nest' || (name === 'addnested' ? !isPath : isPath)
  if (needsName && !readAs(reader)) throw read.refuseCharacter(reader)
}

function readGroupPathOf(reader: OptionReader): void {
  do read.readName(reader)
  while (read.takeCharacter(reader, '/') || read.takeCharacter(reader, '.'))
}

const stepPattern = /(?:filter|search|identity|descendants|ancestors|traverse|aggregate|groupby|compute|concat)(?=\()/iy

function readOtherArgument(reader: OptionReader, name: string): void {
  if (read.match(reader, keepPattern)) return
  const before = reader.at
  if (read.match(reader, stepPattern)) {
    reader.at = before
    readApply(reader)
    return
  }
  if (name.includes('.')) {
    read.match(reader, /[\p{L}_][\p{L}\p{N}_]*[ \t]*=/uy)
    read.readNestedExpression(reader)
    return
  }
  read.readNestedExpression(reader)
  read.skipBlanks(reader)
  read.match(reader, directionPattern)
}
