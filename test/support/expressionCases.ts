import type { Expression } from '../../src/expressions/expression.ts'
import { readExpression } from '../../src/expressions/expression.ts'
import { registry } from '../../src/expressions/functions/registry.ts'
import { printExpression } from '../../src/expressions/syntax/print.ts'
import type { BinaryOperator, ExpressionNode } from '../../src/expressions/syntax/node.ts'
import type { ExpressionFunction, ParameterType } from '../../src/expressions/functions/function.ts'
import { invoice } from './expressions.ts'

export type Case = { readonly text: string; readonly expression: Expression; readonly values: Record<string, unknown> }

/** Numbers from 0 up to 1, always the same ones for one seed. */
export function chanceOf(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}

/** A random expression that holds, with random values for its fields; nothing is left out that the registry has. */
export function randomCase(chance: () => number): Case {
  for (;;) {
    const kind = pick(chance, ['text', 'number', 'boolean', 'date', 'datetime', 'duration', 'number'] as const)
    const text = printExpression(nodeOf(chance, kind, 4))
    const expression = readExpression(text, invoice)
    if ('tree' in expression) return { text, expression, values: randomValues(chance) }
    if (
      expression.some(
        ({ code }) => code !== 'expression.type' && code !== 'expression.option' && code !== 'expression.limit',
      )
    )
      throw new Error(`${text}: ${JSON.stringify(expression)}`)
  }
}

const at = { at: 0, to: 0 }
const kinds = ['text', 'number', 'boolean', 'date', 'datetime', 'duration'] as const
type Kind = (typeof kinds)[number]
const all = Object.values(registry).flat()
const paths: Record<Kind, readonly string[]> = {
  text: ['title', 'note', 'customer.name', 'customer.city', 'state'],
  number: ['total', 'rate', 'count', 'variable.vat'],
  boolean: ['paid', 'sent'],
  date: ['due', 'start', 'customer.since'],
  datetime: ['created_on', 'updated_on'],
  duration: ['effort'],
}
const texts = [
  '',
  'a',
  'A',
  'ž',
  'Rīga 😀',
  '😀',
  '\uFFFD',
  'a,b,,c',
  '12.50',
  '-3',
  ' x\t',
  'open',
  '2024-02-29',
  '2023-02-29',
  'ΑΣ',
  'İ',
  "'; drop table x; --",
  'aaa',
  '$1',
  '\\',
  '%_',
]
const numerals = [
  '0',
  '1',
  '2',
  '0.1',
  '3.5',
  '10',
  '100',
  '0.005',
  '2.345',
  '99999999999999999999',
  '9007199254740993',
  '0.00000000000000000001',
  '12',
  '2024',
  '7',
  '365',
  '5000000',
]

function nodeOf(chance: () => number, kind: Kind, depth: number): ExpressionNode {
  if (depth === 0 || chance() < 0.15) return leafOf(chance, kind)
  const fitting = all.filter(({ result }) => result === kind || result === 'same' || result === 'any')
  return callNode(chance, pick(chance, fitting), kind, depth)
}

function callNode(chance: () => number, called: ExpressionFunction, result: Kind, depth: number): ExpressionNode {
  const same = called.result === 'same' ? result : pick(chance, kinds)
  const items = called.parameters.flatMap(({ type, optional, many }) => {
    if (optional && chance() < 0.5) return []
    const count = many ? 1 + Math.floor(chance() * 3) : 1
    return Array.from({ length: count }, () => argumentOf(chance, type, same, depth - 1))
  })
  if (called.name === 'SWITCH') return switchNode(chance, same, result, depth)
  const [left, right] = items
  if (called.name.endsWith(' sign') && left)
    return { ...at, kind: 'unary', operator: called.name === '- sign' ? '-' : '+', of: left }
  if ((called.name === 'not' || called.name === '%') && left)
    return { ...at, kind: 'unary', operator: called.name, of: left }
  if (!/^[A-Z]/.test(called.name) && left && right)
    return { ...at, kind: 'binary', operator: called.name as BinaryOperator, left, right }
  return { ...at, kind: 'call', name: called.name, items }
}

function switchNode(chance: () => number, kind: Kind, result: Kind, depth: number): ExpressionNode {
  const kinds = [kind, kind, result, kind, result, ...(chance() < 0.5 ? [result] : [])]
  return { ...at, kind: 'call', name: 'SWITCH', items: kinds.map((each) => nodeOf(chance, each, depth - 1)) }
}

function argumentOf(chance: () => number, type: ParameterType, same: Kind, depth: number): ExpressionNode {
  switch (type) {
    case 'same':
      return nodeOf(chance, same, depth)
    case 'any':
      return nodeOf(chance, pick(chance, kinds), depth)
    case 'shown':
      return nodeOf(chance, pick(chance, ['text', 'number', 'boolean', 'date', 'datetime'] as const), depth)
    case 'choice':
      return pathNode('state')
    case 'sameList':
      return listNode(chance, same, depth)
    case 'numbers':
      return chance() < 0.3 ? pathNode('amounts') : listNode(chance, 'number', depth)
    case 'texts':
      return chance() < 0.3 ? pathNode('tags') : listNode(chance, 'text', depth)
    default:
      return nodeOf(chance, type, depth)
  }
}

function listNode(chance: () => number, kind: Kind, depth: number): ExpressionNode {
  const items = Array.from({ length: Math.floor(chance() * 4) }, () =>
    nodeOf(chance, kind, depth - 1 < 0 ? 0 : depth - 1),
  )
  return { ...at, kind: 'list', items }
}

function leafOf(chance: () => number, kind: Kind): ExpressionNode {
  const luck = chance()
  if (luck < 0.08) return { ...at, kind: 'null' }
  if (luck < 0.6) return pathNode(pick(chance, paths[kind]))
  switch (kind) {
    case 'text':
      return { ...at, kind: 'text', value: pick(chance, texts) }
    case 'number':
      return { ...at, kind: 'number', text: pick(chance, numerals) }
    case 'boolean':
      return { ...at, kind: 'boolean', value: chance() < 0.5 }
    case 'date':
      return {
        ...at,
        kind: 'call',
        name: 'DATE',
        items: ['2024', '2', '29'].map((text) => ({ ...at, kind: 'number', text })),
      }
    case 'datetime':
      return { ...at, kind: 'call', name: 'NOW', items: [] }
    case 'duration':
      return { ...at, kind: 'call', name: 'HOURS', items: [{ ...at, kind: 'number', text: '36' }] }
  }
}

function pathNode(path: string): ExpressionNode {
  return { ...at, kind: 'path', segments: path.split('.').map((text) => ({ ...at, text })) }
}

function randomValues(chance: () => number): Record<string, unknown> {
  const text = () => (chance() < 0.15 ? null : pick(chance, texts))
  const number = () =>
    chance() < 0.15
      ? null
      : chance() < 0.5
        ? pick(chance, numerals)
        : ((chance() - 0.5) * 10 ** Math.floor(chance() * 9)).toFixed(Math.floor(chance() * 6))
  const moment = () =>
    chance() < 0.15 ? null : new Date(Math.floor((chance() * 200 - 70) * 365.25 * 86_400_000)).toISOString()
  const day = () =>
    chance() < 0.2
      ? pick(chance, ['0001-01-01', '9999-12-31', '2024-02-29', '2026-03-29', '1900-03-01', null])
      : (moment()?.slice(0, 10) ?? null)
  const condition = () => pick(chance, [true, false, null])
  return {
    title: text(),
    note: text(),
    'customer.name': text(),
    'customer.city': text(),
    state: pick(chance, ['open', 'paid', null]),
    total: number(),
    rate: number(),
    count: number(),
    'variable.vat': number(),
    paid: condition(),
    sent: condition(),
    due: day(),
    start: day(),
    'customer.since': day(),
    created_on: moment(),
    updated_on: moment(),
    effort: number(),
    tags: pick(chance, [null, [], ['a'], ['b', '', 'ž']]),
    amounts: pick(chance, [null, [], ['1.5'], ['2', '0.25', '-7']]),
  }
}

function pick<T>(chance: () => number, from: readonly T[]): T {
  return from[Math.floor(chance() * from.length)] as T
}
