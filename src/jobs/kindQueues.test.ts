import { expect, test } from 'vitest'
import { hasFreeSlot, inTurn, mostJobsAtOnce, withTurn, type QueueBounds } from '#jobs/kindQueues.ts'

const bounds: QueueBounds = {
  perKind: new Map([
    ['import', 2],
    ['naming', 3],
    ['undo', 3],
  ]),
  shared: 2,
}
const free = (running: Readonly<Record<string, number>>) => {
  const counts = new Map(Object.entries(running))
  return [...bounds.perKind.keys()].filter((kind) => hasFreeSlot(bounds, counts, kind))
}

test('the first job of a kind begins whatever other kinds do', () => {
  expect(free({})).toEqual(['import', 'naming', 'undo'])
  expect(free({ import: 2, naming: 2 })).toEqual(['undo'])
  expect(free({ naming: 3 })).toEqual(['import', 'undo'])
  expect(free({ naming: 3, import: 1, undo: 1 })).toEqual([])
})

test('a kind has a bound of its own, and a kind that the process does not know has no slot', () => {
  expect(free({ import: 2 })).toEqual(['naming', 'undo'])
  expect(free({ naming: 2 })).toEqual(['import', 'naming', 'undo'])
  expect(hasFreeSlot(bounds, new Map(), 'other')).toBe(false)
})

test('a process has a bound over all kinds', () => {
  expect(mostJobsAtOnce(bounds)).toBe(5)
  expect(mostJobsAtOnce({ ...bounds, shared: 50 })).toBe(8)
})

test('environments take turns: those that had none yet first, then those whose last is longest ago', () => {
  const waiting = ['a', 'b', 'c', 'd'].map((environment_id) => ({ environment_id }))
  const turns = ['a', 'c', 'a', 'b'].reduce(withTurn, [])
  expect(turns).toEqual(['b', 'a', 'c'])
  expect(inTurn(turns, waiting).map(({ environment_id }) => environment_id)).toEqual(['d', 'c', 'a', 'b'])
  expect(inTurn([], waiting)).toEqual(waiting)
})
