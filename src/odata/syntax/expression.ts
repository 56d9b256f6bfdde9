import { fault } from '#faults/fault.ts'
import { limits, overLimit } from '#odata/syntax/limits.ts'
import { readLiteral } from '#odata/syntax/literal.ts'
import type { InfixOperator, Literal, Node } from '#odata/syntax/node.ts'
import * as read from '#odata/syntax/reader.ts'
import type { Reader } from '#odata/syntax/reader.ts'

// Part 2, 5.1.1.17: what binds tighter has the greater power.
const powers = { or: 1, and: 2, eq: 3, ne: 3, gt: 4, ge: 4, lt: 4, le: 4, in: 8 } as const
const notPower = 7
type Operator = keyof typeof powers

const infixPattern = /(?:or|and|eq|ne|gt|ge|lt|le|in)(?!\w)/iy
const laterPattern = /(?:has|add|sub|mul|divby|div|mod)(?!\w)/iy
const notPattern = /not(?=[ \t(])/iy

/** An expression of `$filter`, up to where it ends by itself. */
export function readExpression(reader: Reader, power: number = 0): Node {
  let left = readOperand(reader)
  for (;;) {
    const before = reader.at
    const blank = read.skipBlanks(reader)
    const at = reader.at
    const operator = blank ? readOperator(reader) : undefined
    if (operator === undefined || powers[operator] <= power) {
      reader.at = before
      return left
    }
    left = readRight(reader, left, operator, at)
  }
}

function readOperator(reader: Reader): Operator | undefined {
  const operator = read.match(reader, infixPattern)?.toLowerCase()
  if (operator !== undefined) return operator as Operator
  const later = read.match(reader, laterPattern)
  if (later !== undefined) throw fault('server.unsupported', { feature: later.toLowerCase() }, reader.option)
  return undefined
}

function readRight(reader: Reader, left: Node, operator: Operator, at: number): Node {
  read.countNode(reader)
  const blank = read.skipBlanks(reader)
  if (operator === 'in') return { kind: 'in', left, list: readList(reader), at }
  if (!blank) throw read.unexpected(reader)
  const right = read.deeper(reader, () => readExpression(reader, powers[operator]))
  if (operator !== 'and' && operator !== 'or') return compareOf(operator, left, right, at)
  const before = left.kind === 'logic' && left.operator === operator ? left.of : [left]
  return { kind: 'logic', operator, of: [...before, right], at: left.at }
}

function compareOf(operator: InfixOperator, left: Node, right: Node, at: number): Node {
  return { kind: 'compare', operator, left, right, at }
}

function readOperand(reader: Reader): Node {
  read.skipBlanks(reader)
  read.countNode(reader)
  const at = reader.at
  if (read.take(reader, '(')) return readGroup(reader)
  if (read.match(reader, notPattern)) {
    return { kind: 'not', of: read.deeper(reader, () => readExpression(reader, notPower)), at }
  }
  const literal = readLiteral(reader)
  if (literal) return { kind: 'literal', literal: read.collect(reader, literal, at), type: literal.type, at }
  const names = read.readPath(reader)
  const [only] = names
  if (only && names.length === 1 && read.take(reader, '(')) {
    return { kind: 'call', name: only.text.toLowerCase(), arguments: readArguments(reader), at }
  }
  return { kind: 'path', names, at }
}

function readGroup(reader: Reader): Node {
  const inner = read.deeper(reader, () => readExpression(reader))
  read.skipBlanks(reader)
  read.expect(reader, ')')
  return inner
}

function readArguments(reader: Reader): readonly Node[] {
  read.skipBlanks(reader)
  if (read.take(reader, ')')) return []
  const found: Node[] = []
  do found.push(read.deeper(reader, () => readExpression(reader)))
  while ((read.skipBlanks(reader), read.take(reader, ',')))
  read.expect(reader, ')')
  return found
}

function readList(reader: Reader): number {
  const start = reader.at
  const close = read.take(reader, '[') ? ']' : ')'
  if (close === ')') read.expect(reader, '(')
  const items: Literal[] = []
  read.skipBlanks(reader)
  if (!read.take(reader, close)) {
    do items.push(readItem(reader, items.length))
    while ((read.skipBlanks(reader), read.take(reader, ',')))
    read.expect(reader, close)
  }
  return read.collect(reader, items, start)
}

function readItem(reader: Reader, before: number): Literal {
  if (before >= limits.inList) throw overLimit('inList', reader.option)
  read.skipBlanks(reader)
  const literal = readLiteral(reader)
  if (!literal) throw read.unexpected(reader)
  return literal
}
