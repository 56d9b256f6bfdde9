import { expect, test } from 'vitest'
import { join, raw } from '#odata/fragments.ts'
import { sql } from '#odata/sql.ts'
import { filled, lifted, planOf, slot, type Inputs } from '#odata/write/plan.ts'

test('a plan holds slots alone, each of them one parameter', () => {
  const inputs: Inputs = { at: 'now' }
  const condition = lifted(sql`t.owner_id = ${'me'}`, 'may', inputs)
  const plan = planOf(join([raw('select '), sql`${slot('at')}, `, condition, sql` and ${slot('at')} > 0`]))
  expect(plan.text).toBe('select $1, t.owner_id = $2 and $1 > 0')
  expect(filled(plan, inputs)).toEqual({ text: plan.text, values: ['now', 'me'], name: plan.name })
  expect(filled(plan, { ...inputs, 'may.0': 'you' }).values).toEqual(['now', 'you'])
})

test('a value can never become part of a plan', () => {
  for (const value of ['x', 5, null, { text: 'x' }]) expect(() => planOf(sql`select ${value}`)).toThrow()
})
