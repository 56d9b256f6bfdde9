import type { BoundNode } from '#odata/bind/bound.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import { longestExponent } from '#odata/syntax/literal.ts'

/** PostgreSQL's numeric has at most 131,072 digits before the decimal point. */
const digitsHeld = 100_000
const digitsOfProperty = 400
/** Maximum number of digits, including the exponent, of a text read as a number (`writing.ts`). */
const digitsOfText = 700

/** Cost per row above which a query is heavy, regardless of the number of rows. */
const usualCost = 50_000_000
/** Cost of a pattern, which is tried at each position of a text. */
const patternCost = 10_000_000

const costs = new WeakMap<BoundNode, number>()
const sizes = new WeakMap<BoundNode, number>()
const digits = new WeakMap<BoundNode, number>()

/** Number of parts of an expression; computed values count at each use. */
export function sizeOf(bound: BoundNode): number {
  return kept(sizes, bound, () => partsOf(bound).reduce((sum, part) => sum + sizeOf(part), 1))
}

/**
 * Estimated cost of an expression per row, in steps: long numbers are multiplied digit by digit. Computed values count
 * at each use.
 */
export function costOf(bound: BoundNode): number {
  return kept(costs, bound, () => partsOf(bound).reduce((sum, part) => sum + costOf(part), ownCost(bound)))
}

/** Cost of the outermost operation of an expression. */
export function ownCost(bound: BoundNode): number {
  if (bound.kind === 'call' && bound.name === 'matchespattern') return patternCost
  if (bound.kind !== 'arithmetic') return 1
  const [left, right] = [digitsOf(bound.left), digitsOf(bound.right)]
  return bound.operator === 'add' || bound.operator === 'sub' ? left + right : left * right
}

/** Whether a query is heavy by its estimated cost. */
export function isHeavyCost(cost: number): boolean {
  return cost > usualCost
}

/** Records the size of an earlier step's column: the database may repeat the column's expression at each use. */
export function weigh(column: BoundNode, expression: BoundNode): BoundNode {
  sizes.set(column, sizeOf(expression))
  costs.set(column, costOf(expression))
  digits.set(column, digitsOf(expression))
  return column
}

/** Records the number of digits of a column that aggregates the values: their sum, or one of them. */
export function measure(column: BoundNode, values: readonly BoundNode[]): BoundNode {
  digits.set(column, Math.max(20, ...values.map((value) => digitsOf(value) + 20)))
  return column
}

/** Refuses arithmetic whose result could exceed the range of numbers. */
export function refuseLong(bound: BoundNode, target: string): BoundNode {
  if (digitsOf(bound) > digitsHeld) throw overLimit('numberDigits', target)
  return bound
}

// Maximum number of digits of a value, before and after the decimal point together.
function digitsOf(bound: BoundNode): number {
  return kept(digits, bound, () => {
    const parts = partsOf(bound).map(digitsOf)
    const most = Math.max(0, ...parts)
    switch (bound.kind) {
      case 'value':
        return queryLimits.numberDigits + longestExponent
      case 'property':
      case 'column':
      case 'element':
        return digitsOfProperty
      case 'arithmetic': {
        const isSum = bound.operator === 'add' || bound.operator === 'sub' || bound.operator === 'mod'
        return isSum ? most + 1 : parts.reduce((sum, each) => sum + each, 20)
      }
      case 'inline':
        return parts.reduce((sum, each) => sum + each, 20)
      case 'cast':
        return Math.max(most, digitsOfText)
      default:
        return Math.max(most, 20)
    }
  })
}

function kept(known: WeakMap<BoundNode, number>, bound: BoundNode, reckon: () => number): number {
  const before = known.get(bound)
  if (before !== undefined) return before
  const now = reckon()
  known.set(bound, now)
  return now
}

function partsOf(bound: BoundNode): readonly BoundNode[] {
  switch (bound.kind) {
    case 'compare':
    case 'arithmetic':
    case 'has':
      return [bound.left, bound.right]
    case 'in':
      return [bound.left]
    case 'and':
    case 'or':
    case 'array':
      return bound.of
    case 'not':
    case 'holds':
    case 'filled':
    case 'negate':
    case 'cast':
      return [bound.of]
    case 'call':
    case 'inline':
      return bound.arguments
    case 'several':
      return [bound.whole, ...bound.given]
    case 'case':
      return bound.of.flatMap(({ when, value }) => [when, value])
    case 'some':
    case 'count':
      return bound.of ? [bound.of] : []
    case 'someValue':
    case 'countValues':
      return bound.of ? [bound.collection, bound.of] : [bound.collection]
    case 'subset':
      return [bound.whole, bound.part]
    default:
      return []
  }
}
