import { expect, test } from 'vitest'
import { differenceOf } from '#security/securityEvent.ts'

test('an event tells only what differs: what came, what went, and lists whose order changed', () => {
  const before = { name: 'Seller', members: ['Ilze', 'José'], unit: 'North' }
  expect(differenceOf(before, { ...before })).toBe(null)
  expect(differenceOf(before, { name: 'Seller', members: ['Ilze'], colour: 'red' })).toEqual({
    before: { members: ['Ilze', 'José'], unit: 'North', colour: null },
    after: { members: ['Ilze'], unit: null, colour: 'red' },
  })
  expect(differenceOf({ roles: ['a', 'b'] }, { roles: ['b', 'a'] })).not.toBe(null)
})
