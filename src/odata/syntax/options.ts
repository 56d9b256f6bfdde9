import { fault } from '#faults/fault.ts'
import { readExpression } from '#odata/syntax/expression.ts'
import { limits, overLimit } from '#odata/syntax/limits.ts'
import type { ExpandItem, Literal, Name, Node, OrderItem, SelectItem } from '#odata/syntax/node.ts'
import * as read from '#odata/syntax/reader.ts'
import type { Reader } from '#odata/syntax/reader.ts'

/** `$filter`: one expression and nothing behind it. */
export function readFilter(reader: Reader): Node {
  return whole(reader, readExpression)
}

/** `$orderby`: paths with a direction each. */
export function readOrder(reader: Reader): readonly OrderItem[] {
  return whole(reader, (reader) => readItems(reader, readOrderItem))
}

/** `$select`: names or `*`. */
export function readSelect(reader: Reader): readonly SelectItem[] {
  return whole(reader, readSelectItems)
}

/** `$expand`: lookups, each with its own options in parentheses. */
export function readExpand(reader: Reader): readonly ExpandItem[] {
  return whole(reader, readExpandItems)
}

/** `$search`: words and "phrases"; a row must hold all of them. */
export function readSearch(reader: Reader): readonly Literal[] {
  const found = [...reader.text.matchAll(/"((?:[^"\\]|\\.)+)"|[^\s"]+/g)]
  if (found.length === 0) throw read.unexpected(reader)
  if (found.length > limits.depth) throw overLimit('nodes', reader.option)
  return found.map((word) => ({ type: 'string', text: word[1] ?? word[0], at: word.index }))
}

/** `$top` and `$skip`: a number of rows. */
export function readCount(reader: Reader): number {
  const text = whole(reader, (reader) => read.match(reader, /\d{1,15}/y))
  if (text === undefined) throw read.unexpected(reader, 0)
  return Number(text)
}

/** `$count`: true or false. */
export function readTruth(reader: Reader): boolean {
  const text = whole(reader, (reader) => read.match(reader, /true|false/iy))
  if (text === undefined) throw read.unexpected(reader, 0)
  return text.toLowerCase() === 'true'
}

function whole<Result>(reader: Reader, readIt: (reader: Reader) => Result): Result {
  const result = readIt(reader)
  read.skipBlanks(reader)
  if (!read.atEnd(reader)) throw read.unexpected(reader)
  return result
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

function readOrderItem(reader: Reader): OrderItem {
  const at = reader.at
  const names = read.readPath(reader)
  read.skipBlanks(reader)
  const direction = read.match(reader, /(?:asc|desc)(?![\p{L}\p{N}_])/iuy)
  return { names, descending: direction?.toLowerCase() === 'desc', at }
}

function readSelectItems(reader: Reader): readonly SelectItem[] {
  return readItems(reader, readSelectItem)
}

function readSelectItem(reader: Reader): Name {
  const at = reader.at
  return read.take(reader, '*') ? { text: '*', at } : read.readName(reader)
}

function readExpandItems(reader: Reader): readonly ExpandItem[] {
  return readItems(reader, readExpandItem)
}

function readExpandItem(reader: Reader): ExpandItem {
  reader.collected.expands += 1
  if (reader.collected.expands > limits.expands) throw overLimit('expands', reader.option)
  const name = read.readName(reader)
  read.skipBlanks(reader)
  if (!read.take(reader, '(')) return { name, select: undefined, expand: [] }
  const nested = read.deeper(reader, () => readNested(reader))
  read.expect(reader, ')')
  return { name, ...nested }
}

const nestedOptions = /\$?(select|expand|filter|orderby|top|skip|count|search|levels|compute|apply)(?=[ \t]*=)/iy

function readNested(reader: Reader): { select: readonly SelectItem[] | undefined; expand: readonly ExpandItem[] } {
  let select: readonly SelectItem[] | undefined
  let expand: readonly ExpandItem[] | undefined
  do {
    read.skipBlanks(reader)
    const at = reader.at
    const option = read.match(reader, nestedOptions)?.toLowerCase().replace('$', '')
    read.skipBlanks(reader)
    if (option === undefined || !read.take(reader, '=')) throw read.unexpected(reader, at)
    if (option === 'select' && !select) select = readSelectItems(reader)
    else if (option === 'expand' && !expand) expand = readExpandItems(reader)
    else if (option === 'select' || option === 'expand') throw read.unexpected(reader, at)
    else throw fault('server.unsupported', { feature: `$expand(${option})` }, reader.option)
  } while (read.take(reader, ';'))
  return { select, expand: expand ?? [] }
}
