import type { ExpressionType } from '#odata/bind/bound.ts'
import { instantNumber } from '#dates/moment.ts'
import type { ODataFunction } from '#odata/functions/registry.ts'

// Part 2, 5.1.1.8: the parts of a moment are those in UTC.
const parts: readonly (readonly [string, string, (date: Date) => number])[] = [
  ['year', 'year', (date) => date.getUTCFullYear()],
  ['month', 'month', (date) => date.getUTCMonth() + 1],
  ['day', 'day', (date) => date.getUTCDate()],
  ['hour', 'hour', (date) => date.getUTCHours()],
  ['minute', 'minute', (date) => date.getUTCMinutes()],
  ['second', 'second', (date) => date.getUTCSeconds()],
]
const moment = ['Edm.DateTimeOffset'] as const

/** Questions about days and moments. */
export const timeFunctions: readonly ODataFunction[] = [
  ...parts.map(([name, part, read]): ODataFunction => ({
    name,
    parameters: moment,
    result: 'Edm.Int32',
    sql: (time) => `floor(extract(${part} from (${time}) at time zone 'UTC'))::bigint`,
    evaluate: (time = '') => String(read(dateOf(time))),
  })),
  ...parts.slice(0, 3).map(([name, part, read]): ODataFunction => ({
    name,
    id: `${name}(date)`,
    parameters: ['Edm.Date'],
    result: 'Edm.Int32',
    sql: (day) => `extract(${part} from (${day})::date)::bigint`,
    evaluate: (day = '') => String(read(dateOf(day))),
  })),
  {
    name: 'fractionalseconds',
    parameters: moment,
    result: 'Edm.Decimal',
    sql: (time) => `mod(extract(second from (${time}) at time zone 'UTC'), 1)`,
    evaluate: (time = '') => fractionOf(time),
  },
  ...parts.slice(3).map(([name, part, read]): ODataFunction => ({
    name,
    id: `${name}(time)`,
    parameters: ['Edm.TimeOfDay'],
    result: 'Edm.Int32',
    sql: (time) => `floor(extract(${part} from ${time}))::bigint`,
    evaluate: (time = '') => String(read(dateOf(`1970-01-01T${time}Z`))),
  })),
  {
    name: 'fractionalseconds',
    id: 'fractionalseconds(time)',
    parameters: ['Edm.TimeOfDay'],
    result: 'Edm.Decimal',
    sql: (time) => `mod(extract(second from ${time}), 1)`,
    evaluate: (time = '') => fractionOf(`1970-01-01T${time}Z`),
  },
  {
    name: 'time',
    parameters: moment,
    result: 'Edm.TimeOfDay',
    sql: (time) => `((${time}) at time zone 'UTC')::time`,
    evaluate: (time = '') => `${dateOf(time).toISOString().slice(11, 19)}${fractionOf(time).slice(1)}`,
  },
  {
    name: 'date',
    parameters: moment,
    result: 'Edm.Date',
    sql: (time) => `((${time}) at time zone 'UTC')::date`,
    evaluate: (time = '') => dateOf(time).toISOString().slice(0, 10),
  },
  // Moments are kept in UTC, so every offset is zero.
  {
    name: 'totaloffsetminutes',
    parameters: moment,
    result: 'Edm.Int32',
    sql: (time) => `case when ${time} is not null then 0::bigint end`,
    evaluate: () => '0',
  },
  {
    name: 'totalseconds',
    parameters: ['Edm.Duration'],
    result: 'Edm.Decimal',
    sql: (duration) => `extract(epoch from ${duration})`,
    evaluate: (duration = '') => duration,
  },
  constant('now', 'Edm.DateTimeOffset', 'now()', () => new Date(0).toISOString()),
  constant('mindatetime', 'Edm.DateTimeOffset', `timestamptz '0001-01-01T00:00:00Z'`, () => '0001-01-01T00:00:00Z'),
  constant('maxdatetime', 'Edm.DateTimeOffset', `timestamptz '9999-12-31T23:59:59.999999Z'`, () => {
    return '9999-12-31T23:59:59.999999Z'
  }),
]

function constant(name: string, result: ExpressionType, text: string, evaluate: () => string): ODataFunction {
  return { name, parameters: [], result, sql: () => text, evaluate }
}

function fractionOf(time: string): string {
  const micros = ((instantNumber(time) % 1_000_000n) + 1_000_000n) % 1_000_000n
  return `0.${String(micros).padStart(6, '0')}`
}

// Down to the second; a year below 100 keeps its number.
function dateOf(text: string): Date {
  const micros = instantNumber(text)
  const millis = micros / 1000n - (micros % 1000n < 0n ? 1n : 0n)
  return new Date(Number(millis))
}
