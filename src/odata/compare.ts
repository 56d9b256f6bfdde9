import { exactOf, type Exact } from '#odata/exact.ts'
import type { BoundType } from '#odata/bind/bound.ts'
import { familyOf, isEnumeration } from '#odata/bind/types.ts'
import { isSpecial, numberOfDouble } from '#odata/double.ts'

type Comparable = string | boolean

/** Orders two values of a type: negative, zero or positive. Texts go by code point, numbers exactly, times by their moment. */
export function compareValues(type: BoundType, left: Comparable, right: Comparable): number {
  if (typeof left === 'boolean' || typeof right === 'boolean') return Number(left) - Number(right)
  if (type === 'Edm.DateTimeOffset') return signOf(instantOf(left) - instantOf(right))
  if (type === 'Edm.TimeOfDay') return signOf(instantOf(`1970-01-01T${left}Z`) - instantOf(`1970-01-01T${right}Z`))
  const isNumber = type !== 'null' && (familyOf(type) === 'number' || isEnumeration(type) || type === 'Edm.Duration')
  return isNumber ? compareNumbers(left, right) : compareTexts(left, right)
}

/** Whether two values of a type are the same. */
export function isSameValue(type: BoundType, left: Comparable, right: Comparable): boolean {
  return compareValues(type, left, right) === 0
}

// UTF-16 puts what lies beyond the basic plane before U+E000; code points do not.
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

/** Microseconds since 1970 in UTC. */
export function instantOf(text: string): bigint {
  const found = /^(\d{4})-(\d\d)-(\d\d)(?:T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,6}))?)?(?:Z|([+-])(\d\d):(\d\d))?)?/i.exec(
    text,
  )
  if (!found) return 0n
  const part = (index: number) => Number(found[index] ?? 0)
  const offset = (part(9) * 60 + part(10)) * (found[8] === '-' ? -1 : 1)
  const minutes = (daysOf(part(1), part(2), part(3)) * 24 + part(4)) * 60 + part(5) - offset
  return BigInt(minutes * 60 + part(6)) * 1_000_000n + BigInt((found[7] ?? '').padEnd(6, '0'))
}

// Days since 1970-01-01 of the Gregorian calendar, years counted from March.
function daysOf(year: number, month: number, day: number): number {
  const y = month <= 2 ? year - 1 : year
  const era = Math.floor(y / 400)
  const yearOfEra = y - era * 400
  const dayOfYear = Math.floor((153 * (month + (month > 2 ? -3 : 9)) + 2) / 5) + day - 1
  return era * 146097 + yearOfEra * 365 + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100) + dayOfYear - 719468
}

function signOf(difference: bigint): number {
  return difference > 0n ? 1 : difference < 0n ? -1 : 0
}
