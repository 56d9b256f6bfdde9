import { expect, test } from 'vitest'
import { conditionOf, reachOf, type Action } from '#security/predicate.ts'

const actions: readonly Action[] = ['create', 'read', 'update', 'delete']

test('a member acts on every record of the environment, administrator or not', () => {
  for (const administrator of [true, false])
    for (const action of actions) expect(reachOf({ id: 'm', administrator }, action, 'invoices')).toBe(null)
})

test('all records need no condition, none have one that nothing fulfils, others keep their own', () => {
  const own = { parts: ['t."owner_id" = ', ''], values: ['m'] }
  expect(conditionOf(null)).toBe(null)
  expect(conditionOf('none')).toEqual({ parts: ['false'], values: [] })
  expect(conditionOf(own)).toBe(own)
})
