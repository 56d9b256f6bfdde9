import { readApply, readCompute, readOrderItems } from '#odata/syntax/apply.ts'
import { readOperators } from '#odata/syntax/expression.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type * as node from '#odata/syntax/node.ts'
import type { ExpandItem, Name, Nested, QueryNode, SelectItem } from '#odata/syntax/node.ts'
import * as read from '#odata/syntax/reader.ts'
import type { OptionReader } from '#odata/syntax/reader.ts'
import { readSearchTree } from '#odata/syntax/search.ts'

/** `$filter`: one expression and nothing behind it. */
export function readFilter(reader: OptionReader): QueryNode {
  return whole(reader, readCondition)
}

/** `$orderby`: expressions with a direction each. */
export function readOrder(reader: OptionReader): readonly node.OrderItem[] {
  return whole(reader, readOrderItems)
}

/** `$select`: names, paths or `*`. */
export function readSelect(reader: OptionReader): readonly SelectItem[] {
  return whole(reader, readSelectItems)
}

/** `$expand`: lookups and collections, each with its own options in parentheses. */
export function readExpand(reader: OptionReader): readonly ExpandItem[] {
  return whole(reader, readExpandItems)
}

/** `$search`: words and "phrases" with AND, OR and NOT. */
export function readSearch(reader: OptionReader): node.Search {
  return whole(reader, readSearchTree)
}

/** `$compute`: expressions with the names they get. */
export function readComputed(reader: OptionReader): readonly node.ComputeItem[] {
  return whole(reader, readCompute)
}

/** `$apply`: steps one after the other. */
export function readApplyOption(reader: OptionReader): readonly node.Transformation[] {
  return whole(reader, readApply)
}

/** `$top` and `$skip`: a number of rows. */
export function readCountOption(reader: OptionReader): number {
  return whole(reader, readNumber)
}

/** `$count`: true or false. */
export function readTruth(reader: OptionReader): boolean {
  return whole(reader, readTrueOrFalse)
}

/** `$index`: a place in a collection, counted from its end where negative. */
export function readIndex(reader: OptionReader): string {
  return whole(reader, (reader) => {
    const text = read.match(reader, /-?\d{1,15}/y)
    if (text === undefined) throw read.refuseCharacter(reader)
    return text
  })
}

function whole<Result>(reader: OptionReader, readIt: (reader: OptionReader) => Result): Result {
  const result = readIt(reader)
  read.skipBlanks(reader)
  if (!read.atEnd(reader)) throw read.refuseCharacter(reader)
  return result
}

// A condition begins at once, and the name of a type alone is none.
function readCondition(reader: OptionReader): QueryNode {
  if (/\s/.test(reader.text[reader.at] ?? '')) throw read.refuseCharacter(reader)
  const found = readOperators(reader)
  const isType = found.kind === 'member' && found.segments.length === 1 && !found.segments[0]?.arguments
  if (isType && found.segments[0]?.name.text.includes('.')) throw read.refuseCharacter(reader)
  return found
}

function readNumber(reader: OptionReader): number {
  const text = read.match(reader, /\d{1,15}(?!\d)/y)
  if (text === undefined) throw read.refuseCharacter(reader)
  return Number(text)
}

function readTrueOrFalse(reader: OptionReader): boolean {
  const text = read.match(reader, /(?:true|false)(?!\w)/iy)
  if (text === undefined) throw read.refuseCharacter(reader)
  return text.toLowerCase() === 'true'
}

function readItems<Item>(reader: OptionReader, readItem: (reader: OptionReader) => Item): readonly Item[] {
  const items: Item[] = []
  do {
    read.skipBlanks(reader)
    read.countNode(reader)
    items.push(readItem(reader))
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ','))
  return items
}

const partPattern = /(?:@?[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*(?:#\w+)?(?:\.\*)?|\*)/uy

function readPart(reader: OptionReader): string {
  const text = read.match(reader, partPattern)
  if (text === undefined || text.length > 256) throw read.refuseCharacter(reader)
  return text
}

function readSelectItems(reader: OptionReader): readonly SelectItem[] {
  return readItems(reader, readSelectItem)
}

function readSelectItem(reader: OptionReader): SelectItem {
  const at = reader.at
  let text = readPart(reader)
  while (read.takeCharacter(reader, '/')) text += `/${readPart(reader)}`
  if (reader.text[reader.at] !== '(') return { text, at }
  return { text, at, nested: readNames(reader) }
}

// The names of the parameters tell overloads of a function apart.
function readNames(reader: OptionReader): Nested {
  const before = reader.at
  if (read.match(reader, /\([ \t]*\w+(?:[ \t]*,[ \t]*\w+)*[ \t]*\)/y)) return nothing
  reader.at = before
  return readNested(reader, everyOption)
}

function readExpandItems(reader: OptionReader): readonly ExpandItem[] {
  return readItems(reader, readExpandItem)
}

function readExpandItem(reader: OptionReader): ExpandItem {
  reader.collected.expands += 1
  if (reader.collected.expands > queryLimits.expands) throw overLimit('expands', reader.option)
  const { name, as } = readExpanded(reader)
  read.skipBlanks(reader)
  if (reader.text[reader.at] !== '(') return { ...nothing, name, as }
  return { ...readNested(reader, optionsOf[as]), name, as }
}

function readExpanded(reader: OptionReader): { readonly name: Name; readonly as: ExpandItem['as'] } {
  const at = reader.at
  if (read.match(reader, /\$value(?!\w)/y)) return { name: { text: '$value', at }, as: 'rows' }
  let text = readPart(reader)
  while (read.takeCharacter(reader, '/')) {
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

function readNested(reader: OptionReader, names: string): Nested {
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
        readOperators(reader)
        continue
      }
      const option = read.match(reader, pattern)?.toLowerCase().replace('$', '')
      read.skipBlanks(reader)
      if (option === undefined || seen.has(option) || !read.takeCharacter(reader, '='))
        throw read.refuseCharacter(reader, at)
      seen.add(option)
      const from = reader.at
      const given = readOption(reader, option)
      written.push([`$${option}`, reader.text.slice(from, reader.at)])
      nested = { ...nested, ...given }
      read.skipBlanks(reader)
    } while (read.takeCharacter(reader, ';'))
    return { ...nested, written }
  })
  read.expect(reader, ')')
  return found
}

function readOption(reader: OptionReader, option: string): Partial<Nested> {
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

function readLevels(reader: OptionReader): string {
  const text = read.match(reader, /(?:max|[1-9]\d{0,8})(?!\w)/iy)
  if (text === undefined) throw read.refuseCharacter(reader)
  return text
}
