import { readApply, readCompute, readOrderItems } from '#odata/syntax/apply.ts'
import { readExpression } from '#odata/syntax/expression.ts'
import { limits, overLimit } from '#odata/syntax/limits.ts'
import type * as node from '#odata/syntax/node.ts'
import type { ExpandItem, Name, Nested, Node, SelectItem } from '#odata/syntax/node.ts'
import * as read from '#odata/syntax/reader.ts'
import type { Reader } from '#odata/syntax/reader.ts'
import { readSearchTree } from '#odata/syntax/search.ts'

/** `$filter`: one expression and nothing behind it. */
export function readFilter(reader: Reader): Node {
  return whole(reader, readCondition)
}

/** `$orderby`: expressions with a direction each. */
export function readOrder(reader: Reader): readonly node.OrderItem[] {
  return whole(reader, readOrderItems)
}

/** `$select`: names, paths or `*`. */
export function readSelect(reader: Reader): readonly SelectItem[] {
  return whole(reader, readSelectItems)
}

/** `$expand`: lookups and collections, each with its own options in parentheses. */
export function readExpand(reader: Reader): readonly ExpandItem[] {
  return whole(reader, readExpandItems)
}

/** `$search`: words and "phrases" with AND, OR and NOT. */
export function readSearch(reader: Reader): node.Search {
  return whole(reader, readSearchTree)
}

/** `$compute`: expressions with the names they get. */
export function readComputed(reader: Reader): readonly node.ComputeItem[] {
  return whole(reader, readCompute)
}

/** `$apply`: steps one after the other. */
export function readApplied(reader: Reader): readonly node.Transformation[] {
  return whole(reader, readApply)
}

/** `$top` and `$skip`: a number of rows. */
export function readCount(reader: Reader): number {
  return whole(reader, readNumber)
}

/** `$count`: true or false. */
export function readTruth(reader: Reader): boolean {
  return whole(reader, readTrueOrFalse)
}

/** `$index`: a place in a collection, counted from its end where negative. */
export function readIndex(reader: Reader): string {
  return whole(reader, (reader) => {
    const text = read.match(reader, /-?\d{1,15}/y)
    if (text === undefined) throw read.unexpected(reader)
    return text
  })
}

function whole<Result>(reader: Reader, readIt: (reader: Reader) => Result): Result {
  const result = readIt(reader)
  read.skipBlanks(reader)
  if (!read.atEnd(reader)) throw read.unexpected(reader)
  return result
}

// A condition begins at once, and the name of a type alone is none.
function readCondition(reader: Reader): Node {
  if (/\s/.test(reader.text[reader.at] ?? '')) throw read.unexpected(reader)
  const found = readExpression(reader)
  const isType = found.kind === 'member' && found.segments.length === 1 && !found.segments[0]?.arguments
  if (isType && found.segments[0]?.name.text.includes('.')) throw read.unexpected(reader)
  return found
}

function readNumber(reader: Reader): number {
  const text = read.match(reader, /\d{1,15}(?!\d)/y)
  if (text === undefined) throw read.unexpected(reader)
  return Number(text)
}

function readTrueOrFalse(reader: Reader): boolean {
  const text = read.match(reader, /(?:true|false)(?!\w)/iy)
  if (text === undefined) throw read.unexpected(reader)
  return text.toLowerCase() === 'true'
}

function readItems<Item>(reader: Reader, readItem: (reader: Reader) => Item): readonly Item[] {
  const items: Item[] = []
  do {
    read.skipBlanks(reader)
    read.countNode(reader)
    items.push(readItem(reader))
    read.skipBlanks(reader)
  } while (read.take(reader, ','))
  return items
}

const partPattern = /(?:@?[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*(?:#\w+)?(?:\.\*)?|\*)/uy

function readPart(reader: Reader): string {
  const text = read.match(reader, partPattern)
  if (text === undefined || text.length > 256) throw read.unexpected(reader)
  return text
}

function readSelectItems(reader: Reader): readonly SelectItem[] {
  return readItems(reader, readSelectItem)
}

function readSelectItem(reader: Reader): SelectItem {
  const at = reader.at
  let text = readPart(reader)
  while (read.take(reader, '/')) text += `/${readPart(reader)}`
  if (reader.text[reader.at] !== '(') return { text, at }
  return { text, at, nested: readNames(reader) }
}

// The names of the parameters tell overloads of a function apart.
function readNames(reader: Reader): Nested {
  const before = reader.at
  if (read.match(reader, /\([ \t]*\w+(?:[ \t]*,[ \t]*\w+)*[ \t]*\)/y)) return nothing
  reader.at = before
  return readNested(reader, everyOption)
}

function readExpandItems(reader: Reader): readonly ExpandItem[] {
  return readItems(reader, readExpandItem)
}

function readExpandItem(reader: Reader): ExpandItem {
  reader.collected.expands += 1
  if (reader.collected.expands > limits.expands) throw overLimit('expands', reader.option)
  const { name, as } = readExpanded(reader)
  read.skipBlanks(reader)
  if (reader.text[reader.at] !== '(') return { ...nothing, name, as }
  return { ...readNested(reader, optionsOf[as]), name, as }
}

function readExpanded(reader: Reader): { readonly name: Name; readonly as: ExpandItem['as'] } {
  const at = reader.at
  if (read.match(reader, /\$value(?!\w)/y)) return { name: { text: '$value', at }, as: 'rows' }
  let text = readPart(reader)
  while (read.take(reader, '/')) {
    const end = read.match(reader, /\$(?:ref|count)(?!\w)/y)
    if (end !== undefined) return { name: { text, at }, as: end === '$ref' ? 'ref' : 'count' }
    text += `/${readPart(reader)}`
  }
  return { name: { text, at }, as: 'rows' }
}

const nothing: Nested = {
  select: undefined,
  expand: [],
  filter: undefined,
  order: [],
  search: undefined,
  compute: [],
  apply: undefined,
  top: undefined,
  skip: undefined,
  count: false,
  levels: undefined,
}

const everyOption = 'select|expand|filter|orderby|top|skip|count|search|levels|compute|apply'
const optionsOf = { rows: everyOption, ref: 'filter|orderby|top|skip|count|search', count: 'filter|search' } as const
const namePatterns: ReadonlyMap<string, RegExp> = new Map(
  Object.values(optionsOf).map((names) => [names, new RegExp(`\\$?(${names})(?=[ \\t]*=)`, 'iy')] as const),
)
const aliasPattern = /@[\p{L}_][\p{L}\p{N}_]*[ \t]*=/uy

function readNested(reader: Reader, names: string): Nested {
  read.expect(reader, '(')
  const pattern = namePatterns.get(names) ?? /$/y
  const seen = new Set<string>()
  const written: (readonly [string, string])[] = []
  const found = read.deeper(reader, () => {
    let nested = nothing
    do {
      read.skipBlanks(reader)
      const at = reader.at
      if (read.match(reader, aliasPattern)) {
        readExpression(reader)
        continue
      }
      const option = read.match(reader, pattern)?.toLowerCase().replace('$', '')
      read.skipBlanks(reader)
      if (option === undefined || seen.has(option) || !read.take(reader, '=')) throw read.unexpected(reader, at)
      seen.add(option)
      const from = reader.at
      const given = readOption(reader, option)
      written.push([`$${option}`, reader.text.slice(from, reader.at)])
      nested = { ...nested, ...given }
      read.skipBlanks(reader)
    } while (read.take(reader, ';'))
    return { ...nested, written }
  })
  read.expect(reader, ')')
  return found
}

function readOption(reader: Reader, option: string): Partial<Nested> {
  switch (option) {
    case 'select':
      return { select: readSelectItems(reader) }
    case 'expand':
      return { expand: readExpandItems(reader) }
    case 'filter':
      return { filter: readCondition(reader) }
    case 'orderby':
      return { order: readOrderItems(reader) }
    case 'search':
      return { search: readSearchTree(reader) }
    case 'compute':
      return { compute: readCompute(reader) }
    case 'apply':
      return { apply: readApply(reader) }
    case 'top':
      return { top: readNumber(reader) }
    case 'skip':
      return { skip: readNumber(reader) }
    case 'count':
      return { count: readTrueOrFalse(reader) }
    default:
      return { levels: readLevels(reader) }
  }
}

function readLevels(reader: Reader): string {
  const text = read.match(reader, /(?:max|[1-9]\d{0,8})(?!\w)/iy)
  if (text === undefined) throw read.unexpected(reader)
  return text
}
