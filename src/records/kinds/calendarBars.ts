import { addDays, daysBetween, type Placed } from '#records/kinds/calendar.ts'

/** An item with its days. */
export type Event<Item> = Placed & { readonly item: Item }

/**
 * The part of an event within one week. `isBegun`: the event started before the week; `goesOn`: the event continues
 * after the week.
 */
export type Bar<Item> = {
  readonly event: Event<Item>
  /** Index of the first day, counted from 0. */
  readonly column: number
  readonly span: number
  readonly line: number
  readonly isBegun: boolean
  readonly goesOn: boolean
}

export type WeekBars<Item> = {
  readonly bars: readonly Bar<Item>[]
  /** Number of events per day beyond the displayed bars. */
  readonly more: readonly number[]
}

/**
 * Arranges the events of a week in lines without overlap: earlier starts first, then longer events. Where a day has
 * more events than `lines`, its last line is left free for the count of the others.
 */
export function weekBars<Item>(
  events: readonly Event<Item>[],
  firstDay: string,
  days: number,
  lines: number,
): WeekBars<Item> {
  const lastDay = addDays(firstDay, days - 1)
  const ends: number[][] = []
  const all = events
    .filter(({ first, last }) => first <= lastDay && last >= firstDay)
    .toSorted((a, b) => (a.first === b.first ? compare(b.last, a.last) : compare(a.first, b.first)))
    .map((event): Bar<Item> => {
      const from = Math.max(0, daysBetween(firstDay, event.first))
      const to = Math.min(days - 1, daysBetween(firstDay, event.last))
      const free = ends.findIndex((taken) => taken.every((at) => at < from || at > to))
      const line = free === -1 ? ends.length : free
      const taken = (ends[line] ??= [])
      for (let at = from; at <= to; at += 1) taken.push(at)
      return {
        event,
        column: from,
        span: to - from + 1,
        line,
        isBegun: event.first < firstDay,
        goesOn: event.last > lastDay,
      }
    })
  const covers = ({ column, span }: Bar<Item>, at: number) => at >= column && at < column + span
  const isCrowded = Array.from({ length: days }, (_, at) => all.some((bar) => bar.line >= lines && covers(bar, at)))
  const isShown = (bar: Bar<Item>) =>
    bar.line < lines - 1 || (bar.line === lines - 1 && !isCrowded.some((crowded, at) => crowded && covers(bar, at)))
  const more = isCrowded.map((_, at) => all.filter((bar) => covers(bar, at) && !isShown(bar)).length)
  return { bars: all.filter(isShown), more }
}

/** The events of one day: continuing events first, then events that start on the day, in the given order. */
export function eventsOn<Item>(events: readonly Event<Item>[], date: string): readonly Event<Item>[] {
  return events
    .filter(({ first, last }) => first <= date && last >= date)
    .toSorted((a, b) => Number(b.first < date) - Number(a.first < date))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
