import { columnOf, valueTypeOf, type Field } from '#attributes/attribute.ts'
import type { PeriodUnit } from '#dates/periodUnit.ts'
import { spanOf, type Span } from '#dates/relativePeriod.ts'
import { clockChanges } from '#dates/clockChanges.ts'

/**
 * Periods of the calendar as whole numbers that the service works out: the year, the quarter or month since the year 0,
 * the week (its Monday) or the day since 1970.
 */
type Keyed = { readonly side: string; readonly field: Field; readonly period: PeriodUnit | null }

/** The name of the number in a query. Names of attributes have small letters only. */
export function keyName(side: string): string {
  return `${side}Key`
}

/** The steps of a query that work the period's number out; none where values themselves are grouped by. */
export function keySteps(
  { side, field, period }: Keyed,
  { timeZone, now }: { readonly timeZone: string; readonly now: Date },
): readonly string[] {
  if (!period) return []
  if (valueTypeOf(field).edm === 'Edm.Date') return [`compute(${keyText(period, columnOf(field))} as ${keyName(side)})`]
  const local = `${side}Time`
  const of = period === 'day' || period === 'week' ? `date(${local})` : local
  return [
    `compute(${localText(columnOf(field), timeZone, now)} as ${local})`,
    `compute(${keyText(period, of)} as ${keyName(side)})`,
  ]
}

/** The days of the period that a number means. */
export function spanOfKey(period: PeriodUnit, key: number): Span {
  return spanOf(period, 0, firstDay(period, key))
}

function firstDay(period: PeriodUnit, key: number): string {
  switch (period) {
    case 'year':
      return dayOf(key, 1)
    case 'quarter':
      return dayOf(Math.floor(key / 4), (key % 4) * 3 + 1)
    case 'month':
      return dayOf(Math.floor(key / 12), (key % 12) + 1)
    case 'week':
      return new Date((key * 7 + firstMonday) * day).toISOString().slice(0, 10)
    case 'day':
      return new Date(key * day).toISOString().slice(0, 10)
  }
}

const day = 86_400_000
// 5 January 1970.
const firstMonday = 4

function dayOf(year: number, month: number): string {
  return `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`
}

function keyText(period: PeriodUnit, of: string): string {
  switch (period) {
    case 'year':
      return `year(${of})`
    case 'quarter':
      return `year(${of}) mul 4 add (month(${of}) sub 1) div 3`
    case 'month':
      return `year(${of}) mul 12 add month(${of}) sub 1`
    case 'week':
      return `floor(totalseconds(${of} sub 1970-01-05) divby 604800)`
    case 'day':
      return `floor(totalseconds(${of} sub 1970-01-01) divby 86400)`
  }
}

/** A moment moved so that its parts in UTC are those of the reader's clock. */
function localText(column: string, timeZone: string, now: Date): string {
  const [first, ...changes] = clockChanges(timeZone, now)
  const moved = (minutes: number) => {
    const amount = `duration'PT${Math.abs(minutes)}M'`
    return minutes === 0 ? column : `${column} ${minutes < 0 ? 'sub' : 'add'} ${amount}`
  }
  if (!first || changes.length === 0) return moved(first?.offset ?? 0)
  const branches = changes.map(({ from }, at) => {
    const before = at === 0 ? first.offset : (changes[at - 1]?.offset ?? 0)
    return `${column} lt ${new Date(from).toISOString().replace('.000', '')}:${moved(before)}`
  })
  return `case(${[...branches, `true:${moved(changes.at(-1)?.offset ?? 0)}`].join(',')})`
}
