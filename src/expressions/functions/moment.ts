import { dayLength, isDayNumber } from '#dates/calendar.ts'
import { divide, multiply, whole, type ScaledDecimal } from '#decimals/decimal.ts'
import { withPlaces, strict, type ExpressionFunction } from '#expressions/functions/function.ts'
import { expressionLimits } from '#expressions/limits.ts'
import { rounded } from '#expressions/rounding.ts'
import { clockOf } from '#expressions/sql/calendar.ts'
import { once, plain, sqlFragment, type Fragment } from '#expressions/sql/fragment.ts'
import { quotientOf } from '#expressions/sql/number.ts'
import { localTime, momentAt } from '#dates/zoneTime.ts'

const moment = { name: 'moment', type: 'datetime' } as const
const part = (name: string) => ({ name, type: 'number', optional: true }) as const
const units = [
  ['DAYS', 86_400],
  ['HOURS', 3600],
  ['MINUTES', 60],
  ['SECONDS', 1],
] as const

const sentences = { DAYS: 'days', HOURS: 'hours', MINUTES: 'minutes', SECONDS: 'seconds' } as const

/** Moments, read on the clocks of the asker's time zone, and durations between them. */
export const momentFunctions: readonly ExpressionFunction[] = [
  withPlaces({
    name: 'NOW',
    parameters: [],
    result: 'datetime',
    sentence: 'expressions.function.now',
    examples: [{ write: 'NOW()', gives: '2026-07-15T12:30:00.000Z' }],
    evaluate: ({ context }) => context.now,
    sql: ({ context }) => context.now,
  }),
  withPlaces({
    name: 'TODATE',
    parameters: [moment],
    result: 'date',
    sentence: 'expressions.function.todate',
    examples: [{ write: 'TODATE(NOW())', gives: '2026-07-15' }],
    evaluate: ({ context }, moment) => {
      const day = Math.floor(localTime(moment, context.zone) / dayLength)
      return isDayNumber(day) ? day : null
    },
    sql: ({ context }, moment) =>
      once(
        [sqlFragment`(${clockOf(moment, context.zone)})::date`],
        (a) => sqlFragment`case when ${a} between date '0001-01-01' and date '9999-12-31' then ${a} end`,
      ),
  }),
  withPlaces({
    name: 'DATETIME',
    parameters: [{ name: 'day', type: 'date' }, part('hour'), part('minute'), part('second')],
    result: 'datetime',
    sentence: 'expressions.function.datetime',
    examples: [
      { write: 'DATETIME(DATE(2026, 7, 15), 9)', gives: '2026-07-15T06:00:00.000Z' },
      { write: 'DATETIME(TODAY(), 25)', gives: null },
    ],
    evaluate: ({ context }, day, hour = whole(0), minute = whole(0), second = whole(0)) => {
      const [h, m, s] = [cut(hour), cut(minute), cut(second)]
      if (h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 59) return null
      // At both ends of the calendar the zone might lead out of it.
      if (!isDayNumber(day - 1) || !isDayNumber(day + 1)) return null
      return momentAt(day * dayLength + ((h * 60 + m) * 60 + s) * 1000, context.zone)
    },
    sql: ({ context }, day, hour, minute, second) => {
      const given = (part: Fragment | undefined) => (part ? sqlFragment`trunc(${part})` : plain('0::numeric'))
      const zone = context.zone
      return once(
        [day, given(hour), given(minute), given(second)],
        (a, h, m, s) => sqlFragment`case when ${h} between 0 and 23 and ${m} between 0 and 59 and ${s} between 0 and 59
        and ${a} between date '0001-01-02' and date '9999-12-30'
        then (${a} + make_time(${h}::int, ${m}::int, ${s}::float8)) at time zone ${zone} end`,
      )
    },
  }),
  clock('HOUR', 'hour', 'expressions.function.hour', 3_600_000, 24, '15'),
  clock('MINUTE', 'minute', 'expressions.function.minute', 60_000, 60, '30'),
  clock('SECOND', 'second', 'expressions.function.second', 1000, 60, '0'),
  ...units.flatMap(([name, seconds]) => {
    const unit = plain(`${seconds}::numeric`)
    return [
      strict({
        name,
        parameters: [{ name: 'number', type: 'number' }],
        result: 'duration',
        sentence: `expressions.function.${sentences[name]}`,
        examples: [{ write: `${name}(2)`, gives: String(2 * seconds) }],
        evaluate: (number) => multiply(number, whole(seconds)),
        sql: (number) => sqlFragment`(${number} * ${unit})`,
      }),
      strict({
        name,
        id: `${name} of`,
        parameters: [{ name: 'duration', type: 'duration' }],
        result: 'number',
        sentence: 'expressions.function.inUnits',
        examples: [{ write: `${name}(DAYS(1))`, gives: String(86_400 / seconds) }],
        evaluate: (duration) => divide(duration, whole(seconds), expressionLimits.scale),
        sql: (duration) => quotientOf(duration, unit),
      }),
    ]
  }),
]

/** A hand of the clocks in the asker's zone. */
function clock(
  name: string,
  field: string,
  sentence: ExpressionFunction['sentence'],
  length: number,
  count: number,
  gives: string,
): ExpressionFunction {
  return withPlaces({
    name,
    parameters: [moment],
    result: 'number',
    sentence,
    examples: [{ write: `${name}(NOW())`, gives }],
    evaluate: ({ context }, moment) => {
      const hand = Math.floor(localTime(moment, context.zone) / length) % count
      return whole(hand < 0 ? hand + count : hand)
    },
    sql: ({ context }, moment) => sqlFragment`floor(extract(${plain(field)} from ${clockOf(moment, context.zone)}))`,
  })
}

function cut(number: ScaledDecimal): number {
  return Number(rounded(number, 0, 'down').digits)
}
