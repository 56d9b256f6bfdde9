import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import { readLiteral, readTypedLiteral } from '#odata/syntax/literal.ts'
import { readArray, readMember } from '#odata/syntax/member.ts'
import type { ArithmeticOperator, InfixOperator, Literal, QueryNode } from '#odata/syntax/node.ts'
import * as read from '#odata/syntax/reader.ts'
import type { OptionReader } from '#odata/syntax/reader.ts'

// Part 2, 5.1.1.17: what binds tighter has the greater power.
const powers = {
  or: 1,
  and: 2,
  eq: 3,
  ne: 3,
  gt: 4,
  ge: 4,
  lt: 4,
  le: 4,
  add: 5,
  sub: 5,
  mul: 6,
  div: 6,
  divby: 6,
  mod: 6,
  in: 8,
  has: 8,
} as const
const unaryPower = 7
type Operator = keyof typeof powers

const operators: ReadonlyMap<string, Operator> = new Map(
  (Object.keys(powers) as Operator[]).flatMap((name) => [[name, name] as const, [name.toUpperCase(), name] as const]),
)
const notPattern = /not(?=[ \t(])/iy

/** An expression of `$filter`, up to where it ends by itself. */
export function readOperators(reader: OptionReader, power: number = 0): QueryNode {
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

function readOperator(reader: OptionReader): Operator | undefined {
  let end = reader.at
  for (; read.isNameCode(reader.text.charCodeAt(end)); end += 1);
  if (end - reader.at > 5) return undefined
  const word = reader.text.slice(reader.at, end)
  const operator = operators.get(word) ?? operators.get(word.toLowerCase())
  if (operator !== undefined) reader.at = end
  return operator
}

function readRight(reader: OptionReader, left: QueryNode, operator: Operator, at: number): QueryNode {
  read.countNode(reader)
  const blank = read.skipBlanks(reader)
  if (operator === 'in') return readIn(reader, left, at)
  if (!blank) throw read.refuseCharacter(reader)
  const right = read.deeper(reader, () => readOperators(reader, powers[operator]))
  switch (operator) {
    case 'and':
    case 'or': {
      const before = left.kind === 'logic' && left.operator === operator ? left.of : [left]
      return { kind: 'logic', operator, of: [...before, right], at: left.at }
    }
    case 'has':
      return { kind: 'has', left, right, at }
    case 'add':
    case 'sub':
    case 'mul':
    case 'div':
    case 'divby':
    case 'mod':
      return { kind: 'arithmetic', operator: operator satisfies ArithmeticOperator, left, right, at }
    default:
      return { kind: 'compare', operator: operator satisfies InfixOperator, left, right, at }
  }
}

function readOperand(reader: OptionReader): QueryNode {
  read.skipBlanks(reader)
  read.countNode(reader)
  const at = reader.at
  const first = reader.text.charCodeAt(at)
  if (first === 40) return readGroup(reader)
  if ((first | 32) === 110 && read.match(reader, notPattern)) {
    return { kind: 'not', of: read.deeper(reader, () => readOperators(reader, unaryPower)), at }
  }
  const literal = readLiteral(reader)
  if (literal) return { kind: 'literal', literal: read.collect(reader, literal, at), type: literal.type, at }
  if (first === 45) {
    reader.at += 1
    return { kind: 'negate', of: read.deeper(reader, () => readOperators(reader, unaryPower)), at }
  }
  if (first === 91 || first === 123) return readArray(reader)
  return readMember(reader)
}

function readGroup(reader: OptionReader): QueryNode {
  reader.at += 1
  const inner = read.deeper(reader, () => readOperators(reader))
  read.skipBlanks(reader)
  read.expect(reader, ')')
  return inner
}

function readIn(reader: OptionReader, left: QueryNode, at: number): QueryNode {
  const list = readList(reader)
  if (list !== undefined) return { kind: 'in', left, list, at }
  return { kind: 'among', left, of: read.deeper(reader, () => readOperators(reader, powers.in)), at }
}

// A list of literals is one place of the shape; anything else is read as an expression.
function readList(reader: OptionReader): number | undefined {
  const start = reader.at
  const close = read.takeCharacter(reader, '[') ? ']' : read.takeCharacter(reader, '(') ? ')' : undefined
  if (close === undefined) return undefined
  const brackets = reader.brackets
  if (close === ']') reader.brackets += 1
  const items = readItems(reader, close)
  reader.brackets = brackets
  if (items) return read.collect(reader, items, start)
  reader.at = start
  return undefined
}

function readItems(reader: OptionReader, close: string): readonly Literal[] | undefined {
  const items: Literal[] = []
  read.skipBlanks(reader)
  // A list in parentheses has a member (4.01); one in brackets is an array, which may be empty.
  if (close === ')' && reader.text[reader.at] === close) throw read.refuseCharacter(reader)
  if (read.takeCharacter(reader, close)) return items
  do {
    if (items.length >= queryLimits.inList) throw overLimit('inList', reader.option)
    read.skipBlanks(reader)
    const literal = readLiteral(reader) ?? readNamed(reader)
    // Behind a first literal there must be more of them: `(1,b)` is no expression either.
    if (!literal && items.length > 0 && close === ')') throw read.refuseCharacter(reader)
    if (!literal) return undefined
    items.push(literal)
    read.skipBlanks(reader)
  } while (read.takeCharacter(reader, ','))
  if (read.takeCharacter(reader, close)) return items
  if (close === ')' && items.length > 1) throw read.refuseCharacter(reader)
  return undefined
}

const typePattern = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*(?=')/uy

// `duration'P1D'`, `Sales.Colour'Red'`.
function readNamed(reader: OptionReader): Literal | undefined {
  const at = reader.at
  const name = read.match(reader, typePattern)
  return name === undefined ? undefined : readTypedLiteral(reader, name, at)
}
