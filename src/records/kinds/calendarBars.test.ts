import { expect, test } from 'vitest'
import { eventsOn, weekBars } from '#records/kinds/calendarBars.ts'

const event = (item: string, first: string, last = first) => ({ item, first, last })
const monday = '2026-11-16'

test('a record over several days is one bar, cut at the ends of its week', () => {
  const events = [event('long', '2026-11-13', '2026-11-18'), event('late', '2026-11-21', '2026-11-24')]
  const { bars, more } = weekBars(events, monday, 7, 3)
  expect(bars).toMatchObject([
    { event: { item: 'long' }, column: 0, span: 3, line: 0, isBegun: true, goesOn: false },
    { event: { item: 'late' }, column: 5, span: 2, line: 0, isBegun: false, goesOn: true },
  ])
  expect(more).toEqual([0, 0, 0, 0, 0, 0, 0])
})

test('bars never cover each other: what began first is above, the longest of those first', () => {
  const events = [
    event('short', monday),
    event('long', monday, '2026-11-17'),
    event('next', '2026-11-17'),
    event('free', '2026-11-18'),
  ]
  const lines = Object.fromEntries(weekBars(events, monday, 7, 4).bars.map(({ event: { item }, line }) => [item, line]))
  expect(lines).toEqual({ long: 0, short: 1, next: 1, free: 0 })
})

test('where a day has more than fits, its last line says how many are not shown', () => {
  const events = ['a', 'b', 'c', 'd', 'e'].map((item) => event(item, monday))
  const { bars, more } = weekBars([...events, event('alone', '2026-11-18')], monday, 7, 3)
  expect(bars.map(({ event: { item } }) => item)).toEqual(['a', 'b', 'alone'])
  expect(more).toEqual([3, 0, 0, 0, 0, 0, 0])
  // As many as there are lines need no such line.
  expect(weekBars(events.slice(0, 3), monday, 7, 3)).toMatchObject({ more: [0, 0, 0, 0, 0, 0, 0] })
})

test('a bar that would stand in the line of a crowded day is counted on each of its days', () => {
  const crowded = ['a', 'b', 'c'].map((item) => event(item, '2026-11-17'))
  const { bars, more } = weekBars([event('long', monday, '2026-11-17'), ...crowded], monday, 7, 2)
  expect(bars.map(({ event: { item } }) => item)).toEqual(['long'])
  expect(more).toEqual([0, 3, 0, 0, 0, 0, 0])
})

test('a day lists what goes on from before it first', () => {
  const events = [event('new', monday), event('old', '2026-11-10', '2026-11-20'), event('other', '2026-11-18')]
  expect(eventsOn(events, monday).map(({ item }) => item)).toEqual(['old', 'new'])
})
