import { expect, test } from 'vitest'
import { assignSlots } from '#design/slots.ts'

test('a row that stays keeps its slot; a new one takes that of a row that left', () => {
  const first = assignSlots(new Map(), [0, 1, 2, 3])
  expect([...first]).toEqual([
    [0, 0],
    [1, 1],
    [2, 2],
    [3, 3],
  ])
  const second = assignSlots(first, [2, 3, 4, 5])
  expect(second.get(2)).toBe(2)
  expect(second.get(3)).toBe(3)
  expect([second.get(4), second.get(5)].toSorted()).toEqual([0, 1])
})

test('a leap draws in the same slots, and never two rows in one', () => {
  let slots = assignSlots(new Map(), [0, 1, 2])
  for (const from of [1000, 3, 70, 71, 72]) {
    slots = assignSlots(slots, [from, from + 1, from + 2])
    expect([...slots.values()].toSorted()).toEqual([0, 1, 2])
  }
})
