import { dayLength, isDayNumber, isInstantNumber } from '#dates/calendar.ts'
import { add, divide, multiply, negate, subtract, whole, type ScaledDecimal } from '#decimals/decimal.ts'
import { lenient, strict } from '#expressions/functions/function.ts'
import { expressionLimits } from '#expressions/limits.ts'
import { powered, rounded } from '#expressions/rounding.ts'
import { dayAt, momentAtSecond, secondsIn } from '#expressions/sql/calendar.ts'
import { once, sqlFragment } from '#expressions/sql/fragment.ts'
import { powerOf, quotientOf } from '#expressions/sql/number.ts'
import { heldText } from '#expressions/sql/text.ts'
import { held } from '#expressions/texts.ts'

const numbers = [
  { name: 'left', type: 'number' },
  { name: 'right', type: 'number' },
] as const
const seconds = [
  { name: 'left', type: 'duration' },
  { name: 'right', type: 'duration' },
] as const

/** Reckoning with numbers, days, moments and durations, and joining texts. */
export const operators = [
  strict({
    name: '+',
    parameters: numbers,
    result: 'number',
    sentence: 'expressions.operator.plus',
    examples: [
      { write: '0.1 + 0.2', gives: '0.3' },
      { write: '1 + null', gives: null },
    ],
    evaluate: add,
    sql: (left, right) => sqlFragment`(${left} + ${right})`,
  }),
  strict({
    name: '+',
    id: '+ date',
    parameters: [
      { name: 'day', type: 'date' },
      { name: 'days', type: 'number' },
    ],
    result: 'date',
    sentence: 'expressions.operator.plusDays',
    examples: [{ write: 'DATE(2026, 2, 28) + 1', gives: '2026-03-01' }],
    evaluate: (day, days) => dayLater(day, days),
    sql: (day, days) => dayAt(sqlFragment`(${day} - date '1970-01-01') + trunc(${days})`),
  }),
  strict({
    name: '+',
    id: '+ datetime',
    parameters: [
      { name: 'moment', type: 'datetime' },
      { name: 'duration', type: 'duration' },
    ],
    result: 'datetime',
    sentence: 'expressions.operator.plusDuration',
    examples: [{ write: 'NOW() + HOURS(2)', gives: '2026-07-15T14:30:00.000Z' }],
    evaluate: (moment, duration) => momentLater(moment, duration),
    sql: (moment, duration) => momentAtSecond(sqlFragment`${secondsIn(moment)} + trunc(${duration}, 3)`),
  }),
  strict({
    name: '+',
    id: '+ duration',
    parameters: seconds,
    result: 'duration',
    sentence: 'expressions.operator.plus',
    examples: [{ write: 'HOURS(1) + MINUTES(30)', gives: '5400' }],
    evaluate: add,
    sql: (left, right) => sqlFragment`(${left} + ${right})`,
  }),
  strict({
    name: '-',
    parameters: numbers,
    result: 'number',
    sentence: 'expressions.operator.minus',
    examples: [{ write: '1 - 0.9', gives: '0.1' }],
    evaluate: subtract,
    sql: (left, right) => sqlFragment`(${left} - ${right})`,
  }),
  strict({
    name: '-',
    id: '- date',
    parameters: [
      { name: 'day', type: 'date' },
      { name: 'days', type: 'number' },
    ],
    result: 'date',
    sentence: 'expressions.operator.minusDays',
    examples: [{ write: 'DATE(2026, 3, 1) - 1', gives: '2026-02-28' }],
    evaluate: (day, days) => dayLater(day, negate(days)),
    sql: (day, days) => dayAt(sqlFragment`(${day} - date '1970-01-01') - trunc(${days})`),
  }),
  strict({
    name: '-',
    id: '- dates',
    parameters: [
      { name: 'later', type: 'date' },
      { name: 'earlier', type: 'date' },
    ],
    result: 'number',
    sentence: 'expressions.operator.days',
    examples: [{ write: 'DATE(2026, 3, 1) - DATE(2026, 2, 1)', gives: '28' }],
    evaluate: (later, earlier) => whole(later - earlier),
    sql: (later, earlier) => sqlFragment`(${later} - ${earlier})::numeric`,
  }),
  strict({
    name: '-',
    id: '- datetime',
    parameters: [
      { name: 'moment', type: 'datetime' },
      { name: 'duration', type: 'duration' },
    ],
    result: 'datetime',
    sentence: 'expressions.operator.minusDuration',
    examples: [{ write: 'NOW() - DAYS(1)', gives: '2026-07-14T12:30:00.000Z' }],
    evaluate: (moment, duration) => momentLater(moment, negate(duration)),
    sql: (moment, duration) => momentAtSecond(sqlFragment`${secondsIn(moment)} - trunc(${duration}, 3)`),
  }),
  strict({
    name: '-',
    id: '- datetimes',
    parameters: [
      { name: 'later', type: 'datetime' },
      { name: 'earlier', type: 'datetime' },
    ],
    result: 'duration',
    sentence: 'expressions.operator.between',
    examples: [{ write: 'NOW() - (NOW() - MINUTES(1.5))', gives: '90' }],
    evaluate: (later, earlier) => ({ digits: later - earlier, scale: 3 }),
    sql: (later, earlier) => sqlFragment`(${secondsIn(later)} - ${secondsIn(earlier)})`,
  }),
  strict({
    name: '-',
    id: '- duration',
    parameters: seconds,
    result: 'duration',
    sentence: 'expressions.operator.minus',
    examples: [{ write: 'HOURS(1) - MINUTES(30)', gives: '1800' }],
    evaluate: subtract,
    sql: (left, right) => sqlFragment`(${left} - ${right})`,
  }),
  strict({
    name: '*',
    parameters: numbers,
    result: 'number',
    sentence: 'expressions.operator.times',
    examples: [{ write: '1.1 * 1.1', gives: '1.21' }],
    evaluate: multiply,
    sql: (left, right) => sqlFragment`(${left} * ${right})`,
  }),
  strict({
    name: '*',
    id: '* duration',
    parameters: [
      { name: 'duration', type: 'duration' },
      { name: 'factor', type: 'number' },
    ],
    result: 'duration',
    sentence: 'expressions.operator.times',
    examples: [{ write: 'HOURS(2) * 1.5', gives: '10800' }],
    evaluate: multiply,
    sql: (left, right) => sqlFragment`(${left} * ${right})`,
  }),
  strict({
    name: '/',
    parameters: numbers,
    result: 'number',
    sentence: 'expressions.operator.by',
    examples: [
      { write: '1 / 8', gives: '0.125' },
      { write: '1 / 3', gives: '0.33333333333333333333' },
      { write: '1 / 0', gives: null },
    ],
    evaluate: quotient,
    sql: quotientOf,
  }),
  strict({
    name: '/',
    id: '/ duration',
    parameters: [
      { name: 'duration', type: 'duration' },
      { name: 'divisor', type: 'number' },
    ],
    result: 'duration',
    sentence: 'expressions.operator.by',
    examples: [{ write: 'HOURS(1) / 4', gives: '900' }],
    evaluate: quotient,
    sql: quotientOf,
  }),
  strict({
    name: '/',
    id: '/ durations',
    parameters: seconds,
    result: 'number',
    sentence: 'expressions.operator.by',
    examples: [{ write: 'HOURS(1) / MINUTES(1)', gives: '60' }],
    evaluate: quotient,
    sql: quotientOf,
  }),
  strict({
    name: '^',
    parameters: [
      { name: 'base', type: 'number' },
      { name: 'exponent', type: 'number' },
    ],
    result: 'number',
    sentence: 'expressions.operator.power',
    examples: [
      { write: '1.1 ^ 3', gives: '1.331' },
      { write: '2 ^ -2', gives: '0.25' },
      { write: '2 ^ 0.5', gives: null },
    ],
    evaluate: powered,
    sql: powerOf,
  }),
  strict({
    name: '%',
    parameters: [{ name: 'number', type: 'number' }],
    result: 'number',
    sentence: 'expressions.operator.percent',
    examples: [{ write: '200 * 21%', gives: '42' }],
    evaluate: ({ digits, scale }) => ({ digits, scale: scale + 2 }),
    sql: (number) => sqlFragment`(${number} * 0.01)`,
  }),
  ...(['number', 'duration'] as const).flatMap((type) => [
    strict({
      name: '- sign',
      id: `- sign ${type}`,
      parameters: [{ name: 'value', type }],
      result: type,
      sentence: 'expressions.operator.negative',
      examples: type === 'number' ? [{ write: '-2 ^ 2', gives: '4' }] : [{ write: '-HOURS(1)', gives: '-3600' }],
      evaluate: (value: ScaledDecimal) => negate(value),
      sql: (value) => sqlFragment`(- ${value})`,
    }),
    strict({
      name: '+ sign',
      id: `+ sign ${type}`,
      parameters: [{ name: 'value', type }],
      result: type,
      sentence: 'expressions.operator.positive',
      examples: type === 'number' ? [{ write: '+2', gives: '2' }] : [{ write: '+HOURS(1)', gives: '3600' }],
      evaluate: (value: ScaledDecimal) => value,
      sql: (value) => value,
    }),
  ]),
  lenient({
    name: '&',
    parameters: [
      { name: 'left', type: 'shown' },
      { name: 'right', type: 'shown' },
    ],
    result: 'text',
    certain: false,
    sentence: 'expressions.operator.join',
    examples: [
      { write: '"Total: " & 12.50', gives: 'Total: 12.5' },
      { write: '"a" & null', gives: 'a' },
    ],
    evaluate: (left, right) => held((left ?? '') + (right ?? '')),
    sql: (left, right) => once([sqlFragment`coalesce(${left}, '') || coalesce(${right}, '')`], heldText),
  }),
]

function quotient(left: ScaledDecimal, right: ScaledDecimal): ScaledDecimal | null {
  return divide(left, right, expressionLimits.scale)
}

function dayLater(day: number, days: ScaledDecimal): number | null {
  const later = day + Number(rounded(days, 0, 'down').digits)
  return isDayNumber(later) ? later : null
}

/** What is finer than a millisecond is cut off. */
function momentLater(moment: number, duration: ScaledDecimal): number | null {
  const { digits, scale } = rounded(duration, 3, 'down')
  const later = moment + Number(digits) * 10 ** (3 - scale)
  return Math.abs(later) < dayLength * 1e7 && isInstantNumber(later) ? later : null
}
