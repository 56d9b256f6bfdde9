import { instantNumber } from '#dates/moment.ts'
import { exactOf, type Exact } from '#decimals/exact.ts'
import type { BoundType } from '#odata/bind/bound.ts'
import { familyOf, isEnumeration } from '#odata/bind/types.ts'
import { isSpecial, numberOfDouble } from '#decimals/double.ts'

type Comparable = string | boolean

/**
 * Orders two values of a type: negative, zero or positive. Texts are compared by code point, numbers exactly, times by
 * instant.
 */
export function compareComparables(type: BoundType, left: Comparable, right: Comparable): number {
  if (typeof left === 'boolean' || typeof right === 'boolean') return Number(left) - Number(right)
  if (type === 'Edm.DateTimeOffset') return signOf(instantNumber(left) - instantNumber(right))
  if (type === 'Edm.TimeOfDay')
    return signOf(instantNumber(`1970-01-01T${left}Z`) - instantNumber(`1970-01-01T${right}Z`))
  const isNumber = type !== 'null' && (familyOf(type) === 'number' || isEnumeration(type) || type === 'Edm.Duration')
  return isNumber ? compareNumbers(left, right) : compareTexts(left, right)
}

/** Whether two values of a type are equal. */
export function isSameComparable(type: BoundType, left: Comparable, right: Comparable): boolean {
  return compareComparables(type, left, right) === 0
}

// UTF-16 order puts characters beyond the basic plane before U+E000; code point order does not.
function compareTexts(left: string, right: string): number {
  const [lefts, rights] = [[...left], [...right]]
  for (let index = 0; index < Math.min(lefts.length, rights.length); index += 1) {
    const difference = (lefts[index]?.codePointAt(0) ?? 0) - (rights[index]?.codePointAt(0) ?? 0)
    if (difference !== 0) return difference
  }
  return lefts.length - rights.length
}

function compareNumbers(left: string, right: string): number {
  if (isSpecial(left) || isSpecial(right)) return Math.sign(compareDoubles(numberOfDouble(left), numberOfDouble(right)))
  const [first, second] = [exactOf(left), exactOf(right)]
  const scale = Math.max(first.scale, second.scale)
  const level = ({ digits, scale: own }: Exact) => digits * 10n ** BigInt(scale - own)
  return signOf(level(first) - level(second))
}

function compareDoubles(left: number, right: number): number {
  return left === right ? 0 : left < right ? -1 : 1
}

function signOf(difference: bigint): number {
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}
