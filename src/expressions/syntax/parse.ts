import { expressionLimits, type SyntaxLimit } from '#expressions/limits.ts'
import { tooLarge, unexpected } from '#expressions/problems.ts'
import { binding, comparing, unaryBinding, type BinaryOperator, type ExpressionNode } from '#expressions/syntax/node.ts'
import { tokensOf, type Token } from '#expressions/syntax/tokens.ts'
import type { Problem } from '#faults/fault.ts'

/** A tree, or the first thing that cannot be read. */
export type Parsed = { readonly tree: ExpressionNode } | { readonly problem: Problem }

/**
 * The tree of an expression: a Pratt parser, where each operator binds as `binding` says. It takes time in proportion to
 * the text and nests at most as deep as the limits allow.
 */
export function parseExpression(text: string): Parsed {
  const tokens = tokensOf(text)
  if ('code' in tokens) return { problem: tokens }
  const parser: Parser = { text, tokens, next: 0, depth: 0, nodes: 0, problem: undefined }
  const tree = readOperation(parser, 0)
  const rest = peek(parser)
  if (tree && rest.kind !== 'end') refuse(parser, rest)
  return tree && !parser.problem ? { tree } : { problem: parser.problem ?? unexpected(text, rest.at) }
}

type Parser = {
  readonly text: string
  readonly tokens: readonly Token[]
  next: number
  depth: number
  nodes: number
  /** The first problem; from there on nothing more is read. */
  problem: Problem | undefined
}

/** What binds at least as tightly as `least`; undefined where it cannot be read. */
function readOperation(parser: Parser, least: number): ExpressionNode | undefined {
  if (parser.depth === expressionLimits.depth) return exceed(parser, 'depth')
  parser.depth += 1
  let left = readFirst(parser)
  // Comparisons do not chain: after one, only what binds less tightly follows.
  let most = Number.POSITIVE_INFINITY
  while (left) {
    const token = peek(parser)
    if (isSign(token, '%') && unaryBinding['%'] >= least) {
      parser.next += 1
      left = count(parser, { kind: 'unary', operator: '%', of: left, at: left.at, to: token.to })
      continue
    }
    const operator = operatorOf(token)
    if (!operator || binding[operator] < least || binding[operator] >= most) break
    parser.next += 1
    const right = readOperation(parser, binding[operator] + 1)
    if (!right) return undefined
    left = count(parser, { kind: 'binary', operator, left, right, at: left.at, to: right.to })
    if (binding[operator] === comparing) most = comparing
  }
  parser.depth -= 1
  return left
}

function readFirst(parser: Parser): ExpressionNode | undefined {
  const token = take(parser)
  switch (token.kind) {
    case 'text':
      return count(parser, { kind: 'text', value: token.value, at: token.at, to: token.to })
    case 'number':
      return count(parser, { kind: 'number', text: token.text, at: token.at, to: token.to })
    case 'name':
      return readName(parser, token)
    case 'sign':
      return readSign(parser, token)
    case 'end':
      return refuse(parser, token)
  }
}

function readSign(parser: Parser, token: Token & { kind: 'sign' }): ExpressionNode | undefined {
  if (token.text === '(') {
    const inner = readOperation(parser, 0)
    return inner && close(parser, ')') ? inner : undefined
  }
  if (token.text === '[') {
    const items = readItems(parser, ']')
    return items && count(parser, { kind: 'list', items, at: token.at, to: lastEnd(parser) })
  }
  if (token.text !== '-' && token.text !== '+') return refuse(parser, token)
  return readUnary(parser, token, token.text)
}

function readUnary(parser: Parser, { at }: Token, operator: '-' | '+' | 'not'): ExpressionNode | undefined {
  const of = readOperation(parser, unaryBinding[operator])
  return of && count(parser, { kind: 'unary', operator, of, at, to: of.to })
}

function readName(parser: Parser, token: Token & { kind: 'name' }): ExpressionNode | undefined {
  const { word, segments, at, to } = token
  if (word === 'not') return readUnary(parser, token, 'not')
  if (word !== '' && isSign(peek(parser), '(')) {
    parser.next += 1
    const items = readItems(parser, ')')
    return items && count(parser, { kind: 'call', name: word.toUpperCase(), items, at, to: lastEnd(parser) })
  }
  if (word === 'true' || word === 'false') return count(parser, { kind: 'boolean', value: word === 'true', at, to })
  if (word === 'null') return count(parser, { kind: 'null', at, to })
  if (word === 'and' || word === 'or' || word === 'in') return refuse(parser, token)
  return count(parser, { kind: 'path', segments, at, to })
}

function readItems(parser: Parser, end: ')' | ']'): readonly ExpressionNode[] | undefined {
  const items: ExpressionNode[] = []
  if (isSign(peek(parser), end)) {
    parser.next += 1
    return items
  }
  for (;;) {
    const item = readOperation(parser, 0)
    if (!item) return undefined
    items.push(item)
    if (!isSign(peek(parser), ',')) return close(parser, end) ? items : undefined
    parser.next += 1
  }
}

function operatorOf(token: Token): BinaryOperator | undefined {
  const text = token.kind === 'sign' ? token.text : token.kind === 'name' ? token.word : ''
  return Object.hasOwn(binding, text) ? (text as BinaryOperator) : undefined
}

function count(parser: Parser, node: ExpressionNode): ExpressionNode | undefined {
  parser.nodes += 1
  return parser.nodes > expressionLimits.nodes ? exceed(parser, 'nodes') : node
}

function close(parser: Parser, sign: ')' | ']'): boolean {
  const token = take(parser)
  if (isSign(token, sign)) return true
  refuse(parser, token)
  return false
}

function refuse(parser: Parser, token: Token): undefined {
  parser.problem ??= unexpected(parser.text, token.at)
}

function exceed(parser: Parser, limit: SyntaxLimit): undefined {
  parser.problem ??= tooLarge(limit, peek(parser).at)
}

function isSign(token: Token, text: string): boolean {
  return token.kind === 'sign' && token.text === text
}

function peek({ tokens, next, text }: Parser): Token {
  return tokens[next] ?? { kind: 'end', at: text.length, to: text.length }
}

function take(parser: Parser): Token {
  const token = peek(parser)
  parser.next += 1
  return token
}

function lastEnd({ tokens, next }: Parser): number {
  return tokens[next - 1]?.to ?? 0
}
