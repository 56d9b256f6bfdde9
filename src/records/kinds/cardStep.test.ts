import { expect, test } from 'vitest'
import { cardStep } from '#records/kinds/cardStep.ts'

const step = (key: string, from: number) => cardStep(key, from, { count: 8, across: 3 })

test('arrows lead from card to card as the eye reads, and to those above and below', () => {
  expect([step('ArrowRight', 2), step('ArrowLeft', 3), step('ArrowDown', 1), step('ArrowUp', 4)]).toEqual([3, 2, 4, 1])
  expect([step('Home', 5), step('End', 0)]).toEqual([0, 7])
})

test('at the edges the card stays; above a line that is not full the last card is below', () => {
  expect([step('ArrowRight', 7), step('ArrowLeft', 0), step('ArrowUp', 1), step('ArrowDown', 6)]).toEqual([7, 0, 1, 6])
  expect(step('ArrowDown', 5)).toBe(7)
  expect(step('Enter', 5)).toBe(undefined)
})
