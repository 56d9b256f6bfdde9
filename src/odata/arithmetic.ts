import type { BoundNode, BoundType } from '#odata/bind/bound.ts'
import { isFloat, isWhole, boundType } from '#odata/bind/types.ts'
import { instantNumber } from '#dates/moment.ts'
import { calculateDouble, isSpecial } from '#decimals/double.ts'
import { isTooLong } from '#dates/isoDuration.ts'
import { calculate, textOfExact } from '#decimals/exact.ts'
import { microsOf, momentText } from '#dates/moment.ts'
import { firstSecond, lastSecond } from '#odata/ranges.ts'

type Arithmetic = Extract<BoundNode, { kind: 'arithmetic' }>

/** The result of an arithmetic expression with the operands `a` and `b`; null where undefined. */
export function arithmeticValue(bound: Arithmetic, a: string, b: string): string | null {
  const { operator, type } = bound
  if (type === 'Edm.DateTimeOffset' || type === 'Edm.Date') return calendarSum(operator, type, a, b)
  if (type === 'Edm.Duration') return durationOfSeconds(operator, bound, a, b)
  if (isFloat(type)) return calculateDouble(operator, a, b)
  return calculate(operator, a, b, operator === 'div' && isWhole(type)) ?? null
}

function calendarSum(operator: string, type: BoundType, moment: string, seconds: string): string | null {
  const start = instantNumber(moment)
  const micros = microsOf(seconds)
  const end = operator === 'add' ? start + micros : start - micros
  if (end < microsOf(firstSecond) || end > microsOf(lastSecond)) return null
  return type === 'Edm.Date' ? momentText(end).slice(0, 10) : momentText(end)
}

function durationOfSeconds(operator: string, { left, right }: Arithmetic, a: string, b: string): string | null {
  const [first, second] = [left, right].map((side, index) => {
    const text = index === 0 ? a : b
    return isCalendar(boundType(side)) ? textOfExact({ digits: instantNumber(text), scale: 6 }) : text
  })
  if (isSpecial(a) || b === 'NaN') return null
  if (isSpecial(b)) return operator === 'mul' ? null : '0'
  const seconds = calculate(operator, first ?? '', second ?? '', false)
  if (seconds === undefined || isTooLong(seconds)) return null
  return textOfExact({ digits: microsOf(seconds), scale: 6 })
}

function isCalendar(type: BoundType): boolean {
  return type === 'Edm.DateTimeOffset' || type === 'Edm.Date'
}
