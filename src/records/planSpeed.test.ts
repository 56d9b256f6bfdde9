import { expect, test } from 'vitest'
import { planSpeed, type PlanStep } from '#records/planSpeed.ts'

const step = (name: string, cost: number, rows: number, more: Partial<PlanStep> = {}): PlanStep => ({
  'Node Type': name,
  'Total Cost': cost,
  'Plan Rows': rows,
  ...more,
})
const filtered = (cost: number, rows: number) => step('Seq Scan', cost, rows, { Filter: "(city = 'Riga')" })

test('what costs little is fast, whatever way it is found', () => {
  const plan = step('Limit', 300, 50, { Plans: [step('Sort', 290, 900, { Plans: [step('Seq Scan', 200, 900)] })] })
  expect(planSpeed(plan)).toEqual({ pace: 'fast', why: null, rows: null })
})

test('many records put in order are its reason', () => {
  const plan = step('Limit', 70_000, 50, {
    Plans: [
      step('Gather Merge', 69_999, 800_000, {
        Plans: [step('Sort', 69_000, 800_000, { Plans: [filtered(30_000, 800_000)] })],
      }),
    ],
  })
  expect(planSpeed(plan)).toEqual({ pace: 'fair', why: 'order', rows: 800_000 })
})

test('a whole table that is looked through for few records is the filter’s', () => {
  const plan = step('Limit', 210_000, 50, { Plans: [step('Sort', 209_999, 60, { Plans: [filtered(209_990, 60)] })] })
  expect(planSpeed(plan)).toEqual({ pace: 'slow', why: 'filter', rows: null })
})

test('where it is neither, there is much to read', () => {
  const plan = step('Aggregate', 150_000, 1, { Plans: [step('Seq Scan', 149_000, 4_000_000)] })
  expect(planSpeed(plan)).toEqual({ pace: 'slow', why: 'much', rows: null })
})
