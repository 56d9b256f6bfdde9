import type { ExpressionType } from '#odata/bind/bound.ts'
import { isFloat, isWhole } from '#odata/bind/types.ts'
import { longestDuration } from '#dates/isoDuration.ts'
import { quotientScale } from '#decimals/exact.ts'
import { firstSecond, lastSecond } from '#odata/ranges.ts'

/** SQL of a value with its type. */
export type Typed = { readonly text: string; readonly type: ExpressionType }

const signOf: Record<string, string> = { add: '+', sub: '-', mul: '*' }

/**
 * SQL of `left operator right`. Never fails: an undefined result (division by zero, a moment outside the calendar) is
 * null.
 */
export function arithmeticText(operator: string, type: ExpressionType, left: Typed, right: Typed): string {
  if (type === 'Edm.DateTimeOffset' || type === 'Edm.Date') return calendarText(operator, type, left.text, right.text)
  if (type === 'Edm.Duration') return durationOfText(operator, left, right)
  if (isFloat(type)) return doubleText(operator, exactText(left), exactText(right), left.text, right.text)
  return exactArithmetic(operator, type, `(${left.text})::numeric`, `(${right.text})::numeric`)
}

// Whole numbers are computed as decimals too, so that sums never overflow.
function exactArithmetic(operator: string, type: ExpressionType, a: string, b: string): string {
  switch (operator) {
    case 'mod':
      return `mod(${a}, nullif(${b}, 0))`
    case 'div':
    case 'divby':
      if (isWhole(type)) return `div(${a}, nullif(${b}, 0))`
      return `(div(${a} * 1e${quotientScale}, nullif(${b}, 0)) * 1e-${quotientScale})`
    default:
      return `(${a} ${signOf[operator]} ${b})`
  }
}

/** A number as exact numeric; a direct cast of a double would round. */
export function exactText({ text, type }: Typed): string {
  // A single has the exact value of the double it widens to.
  if (type === 'Edm.Single') return `(${text})::float8::text::numeric`
  return isFloat(type) ? `(${text})::text::numeric` : `(${text})::numeric`
}

// The decimal result decides first whether a double can hold the value.
function doubleText(operator: string, a: string, b: string, left: string, right: string): string {
  const isQuotient = operator === 'div' || operator === 'divby'
  const exact = isQuotient
    ? `case when y.b = 0 then y.a * 'Infinity'::numeric else y.a / y.b end`
    : operator === 'mod'
      ? 'mod(y.a, nullif(y.b, 0))'
      : `y.a ${signOf[operator]} y.b`
  const double = operator === 'mod' ? 'x.r::float8' : `x.c ${isQuotient ? '/' : signOf[operator]} x.d`
  const given = `select ${a} as a, ${b} as b, (${left})::float8 as c, (${right})::float8 as d`
  return `(select ${clampedText(double)} from (select y.c, y.d, ${exact} as r from (${given}) y) x)`
}

/** The double where its exact value `x.r` is in the range of doubles; otherwise zero or infinity. */
export function clampedText(double: string): string {
  return (
    `case when abs(x.r) between 1e-307 and 1.79e308 then ${double} when abs(x.r) < 1e-307 then 0::float8 ` +
    `when x.r = 'NaN' then 'NaN'::float8 when x.r > 0 then 'Infinity'::float8 when x.r < 0 then '-Infinity'::float8 end`
  )
}

function calendarText(operator: string, type: ExpressionType, moment: string, duration: string): string {
  const sign = signOf[operator]
  const sum = type === 'Edm.Date' ? `(x.a ${sign} x.b)::date` : `x.a ${sign} x.b`
  const seconds = `extract(epoch from x.a) ${sign} extract(epoch from x.b)`
  return `(select case when ${seconds} between ${firstSecond} and ${lastSecond} then ${sum} end from (select ${moment} as a, ${duration} as b) x)`
}

function durationOfText(operator: string, left: Typed, right: Typed): string {
  if (left.type === 'Edm.DateTimeOffset') return `((${left.text}) - (${right.text}))`
  const [a, b] = [left, right].map((side) =>
    side.type === 'Edm.Duration' ? secondsText(side.text) : datesOrNumber(side),
  )
  return intervalText(exactArithmetic(operator, 'Edm.Decimal', a ?? '', b ?? ''))
}

function datesOrNumber(side: Typed): string {
  return side.type === 'Edm.Date' ? `extract(epoch from ${side.text})` : exactText(side)
}

/** Seconds of an interval as numeric. */
export function secondsText(interval: string): string {
  return `extract(epoch from ${interval})`
}

/** Seconds as an interval of days and seconds; null where too long. */
export function intervalText(seconds: string): string {
  return (
    `(select case when abs(x.s) <= ${longestDuration} then make_interval(days => div(x.s, 86400)::int, ` +
    `secs => mod(trunc(x.s, 6), 86400)::float8) end from (select ${seconds} as s) x)`
  )
}

/** An interval in ISO 8601 form: `PT1H30M`. */
export function durationText(interval: string): string {
  const part = (seconds: string, unit: string) => `coalesce(nullif(${seconds}, 0) || '${unit}', '')`
  return (
    `(select case when x.s = 0 then 'PT0S' when x.s is not null then case when x.s < 0 then '-P' else 'P' end || ${part('div(abs(x.s), 86400)', 'D')} || ` +
    `case when mod(x.s, 86400) = 0 then '' else 'T' || ${part('div(mod(abs(x.s), 86400), 3600)', 'H')} || ` +
    `${part('div(mod(abs(x.s), 3600), 60)', 'M')} || ${part('trim_scale(mod(abs(x.s), 60))', 'S')} end end ` +
    `from (select ${secondsText(interval)} as s) x)`
  )
}
