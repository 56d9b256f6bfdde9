import { expect, test } from 'vitest'
import { environmentLimit, hasMostEnvironments } from '#environments/limits.ts'

const created = { createdbyme: true }
const joined = { createdbyme: false }

test('environments that one has joined do not count to the limit', () => {
  const most = Array.from({ length: environmentLimit }, () => created)
  expect(hasMostEnvironments(most)).toBe(true)
  expect(hasMostEnvironments([...most.slice(1), joined, joined])).toBe(false)
  expect(hasMostEnvironments([])).toBe(false)
})
