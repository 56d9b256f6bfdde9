import * as calendar from '#dates/calendar.ts'
import { whole, type ScaledDecimal } from '#decimals/decimal.ts'
import { withPlaces, strict, type ExpressionFunction } from '#expressions/functions/function.ts'
import { rounded } from '#expressions/rounding.ts'
import { dayAt } from '#expressions/sql/calendar.ts'
import { once, fragmentParameter, plain, sqlFragment, type Fragment } from '#expressions/sql/fragment.ts'

const day = { name: 'day', type: 'date' } as const
const count = { name: 'count', type: 'number' } as const
const part = (name: string) => ({ name, type: 'number' }) as const
const dayForm = String.raw`^\d{4}-\d{2}-\d{2}$`

/** Days of the calendar, which no time zone moves. */
export const dateFunctions: readonly ExpressionFunction[] = [
  withPlaces({
    name: 'TODAY',
    parameters: [],
    result: 'date',
    sentence: 'expressions.function.today',
    examples: [{ write: 'TODAY()', gives: '2026-07-15' }],
    evaluate: ({ context }) => context.today,
    sql: ({ context }) => context.today,
  }),
  strict({
    name: 'DATE',
    parameters: [part('year'), part('month'), part('day')],
    result: 'date',
    sentence: 'expressions.function.date',
    examples: [
      { write: 'DATE(2024, 2, 29)', gives: '2024-02-29' },
      { write: 'DATE(2023, 2, 29)', gives: null },
    ],
    evaluate: (year, month, day) => calendar.existingDay(cut(year), cut(month), cut(day)),
    sql: (year, month, day) =>
      existing(sqlFragment`trunc(${year})`, sqlFragment`trunc(${month})`, sqlFragment`trunc(${day})`),
  }),
  strict({
    name: 'DATEVALUE',
    parameters: [{ name: 'text', type: 'text' }],
    result: 'date',
    sentence: 'expressions.function.datevalue',
    examples: [
      { write: 'DATEVALUE("2026-07-04")', gives: '2026-07-04' },
      { write: 'DATEVALUE("04.07.2026")', gives: null },
    ],
    evaluate: calendar.dayOf,
    sql: (text) =>
      once([text], (a) => {
        const number = (from: number, length: number) =>
          sqlFragment`substr(${a}, ${plain(String(from))}, ${plain(String(length))})::numeric`
        return sqlFragment`case when ${a} ~ ${fragmentParameter(dayForm, 'text')} then ${existing(number(1, 4), number(6, 2), number(9, 2))} end`
      }),
  }),
  fieldOf('YEAR', 'year', 'expressions.function.year', ({ year }) => year, '2026'),
  fieldOf('MONTH', 'month', 'expressions.function.month', ({ month }) => month, '7'),
  fieldOf('DAY', 'day', 'expressions.function.day', ({ day }) => day, '15'),
  strict({
    name: 'WEEKDAY',
    parameters: [day],
    result: 'number',
    sentence: 'expressions.function.weekday',
    examples: [{ write: 'WEEKDAY(DATE(2026, 7, 13))', gives: '1' }],
    evaluate: (day) => whole(weekday(day)),
    sql: (day) => sqlFragment`extract(isodow from ${day})`,
  }),
  strict({
    name: 'WEEKNUM',
    parameters: [day],
    result: 'number',
    sentence: 'expressions.function.weeknum',
    examples: [{ write: 'WEEKNUM(DATE(2021, 1, 3))', gives: '53' }],
    evaluate: (day) => {
      const thursday = day - weekday(day) + 4
      const first = calendar.dayNumber(calendar.civilOf(thursday).year, 1, 1)
      return whole(Math.floor((thursday - first) / 7) + 1)
    },
    sql: (day) => sqlFragment`extract(week from ${day})`,
  }),
  strict({
    name: 'ADDDAYS',
    parameters: [day, count],
    result: 'date',
    sentence: 'expressions.operator.plusDays',
    examples: [{ write: 'ADDDAYS(DATE(2026, 12, 31), 1)', gives: '2027-01-01' }],
    evaluate: (day, count) => {
      const later = day + cut(count)
      return calendar.isDayNumber(later) ? later : null
    },
    sql: (day, count) => dayAt(sqlFragment`(${day} - date '1970-01-01') + trunc(${count})`),
  }),
  strict({
    name: 'ADDMONTHS',
    parameters: [day, count],
    result: 'date',
    sentence: 'expressions.function.addmonths',
    examples: [{ write: 'ADDMONTHS(DATE(2026, 1, 31), 1)', gives: '2026-02-28' }],
    evaluate: (day, count) => calendar.monthsLater(day, cut(count)),
    sql: (day, count) => later(day, sqlFragment`trunc(${count})`),
  }),
  strict({
    name: 'ADDYEARS',
    parameters: [day, count],
    result: 'date',
    sentence: 'expressions.function.addyears',
    examples: [{ write: 'ADDYEARS(DATE(2024, 2, 29), 1)', gives: '2025-02-28' }],
    evaluate: (day, count) => calendar.monthsLater(day, cut(count) * 12),
    sql: (day, count) => later(day, sqlFragment`trunc(${count}) * 12`),
  }),
  strict({
    name: 'STARTOFMONTH',
    parameters: [day],
    result: 'date',
    sentence: 'expressions.function.startofmonth',
    examples: [{ write: 'STARTOFMONTH(DATE(2026, 7, 15))', gives: '2026-07-01' }],
    evaluate: (day) => day - calendar.civilOf(day).day + 1,
    sql: (day) => once([day], (a) => sqlFragment`${a} - extract(day from ${a})::int + 1`),
  }),
  strict({
    name: 'ENDOFMONTH',
    parameters: [day],
    result: 'date',
    sentence: 'expressions.function.endofmonth',
    examples: [{ write: 'ENDOFMONTH(DATE(2024, 2, 1))', gives: '2024-02-29' }],
    evaluate: (day) => {
      const { year, month } = calendar.civilOf(day)
      return calendar.dayNumber(year, month, calendar.monthLength(year, month))
    },
    sql: (day) =>
      once([day], (a) => sqlFragment`((${a} - extract(day from ${a})::int + 1) + interval '1 month')::date - 1`),
  }),
  between('MONTHSBETWEEN', 1, 'expressions.function.monthsbetween', '17'),
  between('YEARSBETWEEN', 12, 'expressions.function.yearsbetween', '1'),
]

function fieldOf(
  name: string,
  field: string,
  sentence: ExpressionFunction['sentence'],
  read: (civil: calendar.Civil) => number,
  gives: string,
): ExpressionFunction {
  return strict({
    name,
    parameters: [day],
    result: 'number',
    sentence,
    examples: [{ write: `${name}(TODAY())`, gives }],
    evaluate: (day) => whole(read(calendar.civilOf(day))),
    sql: (day) => sqlFragment`extract(${plain(field)} from ${day})`,
  })
}

/** Whole months or years from one day to another; negative when the second is the earlier one. */
function between(
  name: string,
  months: number,
  sentence: ExpressionFunction['sentence'],
  gives: string,
): ExpressionFunction {
  return strict({
    name,
    parameters: [
      { name: 'from', type: 'date' },
      { name: 'to', type: 'date' },
    ],
    result: 'number',
    sentence,
    examples: [{ write: `${name}(DATE(2025, 1, 31), DATE(2026, 6, 30))`, gives: months === 1 ? '16' : gives }],
    evaluate: (from, to) => {
      const [earlier, later] = from <= to ? [from, to] : [to, from]
      const [a, b] = [calendar.civilOf(earlier), calendar.civilOf(later)]
      const count = (b.year - a.year) * 12 + b.month - a.month - (b.day < a.day ? 1 : 0)
      const full = Math.floor(count / months)
      return whole(from <= to || full === 0 ? full : -full)
    },
    sql: (from, to) =>
      once([from, to], (a, b) =>
        once(
          [
            sqlFragment`least(${a}, ${b})`,
            sqlFragment`greatest(${a}, ${b})`,
            sqlFragment`case when ${a} <= ${b} then 1 when ${a} > ${b} then -1 end`,
          ],
          (a, b, c) =>
            sqlFragment`${c} * div((extract(year from ${b}) - extract(year from ${a})) * 12 + extract(month from ${b}) - extract(month from ${a})
              - case when extract(day from ${b}) < extract(day from ${a}) then 1 else 0 end, ${plain(String(months))})`,
        ),
      ),
  })
}

// Since 1970-01-01 was a Thursday; Monday is 1.
function weekday(day: number): number {
  return ((((day + 3) % 7) + 7) % 7) + 1
}

function cut(number: ScaledDecimal): number {
  return Number(rounded(number, 0, 'down').digits)
}

function existing(year: Fragment, month: Fragment, day: Fragment): Fragment {
  return once(
    [year, month, day],
    (a, b, c) => sqlFragment`case when ${a} between 1 and 9999 and ${b} between 1 and 12 and ${c} >= 1
    and ${c} <= case when ${b} = 2 then case when mod(${a}, 4) = 0 and (mod(${a}, 100) <> 0 or mod(${a}, 400) = 0) then 29 else 28 end
      when ${b} in (4, 6, 9, 11) then 30 else 31 end
    then make_date(${a}::int, ${b}::int, ${c}::int) end`,
  )
}

function later(day: Fragment, months: Fragment): Fragment {
  return once(
    [day, months],
    (
      a,
      b,
    ) => sqlFragment`case when extract(year from ${a}) * 12 + extract(month from ${a}) - 1 + ${b} between 12 and 119999
    then (${a} + make_interval(months => (${b})::int))::date end`,
  )
}
