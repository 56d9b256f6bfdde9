import { expect, test } from 'vitest'
import { createCallerShares } from '#platform/server/database/callerShares.ts'

const anna = { person: 'anna', environment: 'one' }

test('a person who took more than a share has to wait until nearly all of it has come back', () => {
  let now = 0
  const shares = createCallerShares(() => now)
  shares.note(anna, 1500)
  expect(shares.isSpent(anna)).toBe(false)
  shares.note({ person: 'anna', environment: 'two' }, 900)
  expect(shares.isSpent(anna)).toBe(true)
  expect(shares.isSpent({ person: 'ben', environment: 'one' })).toBe(false)
  now += 5000
  expect(shares.isSpent(anna)).toBe(true)
  now += 5000
  expect(shares.isSpent(anna)).toBe(false)
})

test('many members of one environment have a share together', () => {
  const shares = createCallerShares(() => 0)
  for (let member = 0; member < 10; member++) shares.note({ person: `member ${member}`, environment: 'one' }, 500)
  expect(shares.isSpent({ person: 'another', environment: 'one' })).toBe(true)
  expect(shares.isSpent({ person: 'another', environment: 'two' })).toBe(false)
})

test('brief statements cost nothing, however many they are', () => {
  const shares = createCallerShares(() => 0)
  for (let count = 0; count < 1000; count++) shares.note(anna, 40)
  expect(shares.isSpent(anna)).toBe(false)
})
