import { expect, test } from 'vitest'
import { newId } from '#platform/server/newId.ts'

test('ids are uuids v7, each its own, in the order of their making, with the time they were made', () => {
  const before = Date.now()
  const ids = Array.from({ length: 100_000 }, newId)
  for (const id of [ids[0], ids[50_000], ids[99_999]]) {
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const made = Number.parseInt(String(id).replace('-', '').slice(0, 12), 16)
    expect(made).toBeGreaterThanOrEqual(before)
    expect(made).toBeLessThanOrEqual(Date.now() + 1)
  }
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(ids.map((id) => id.slice(-8))).size).toBeGreaterThan(99_000)
})
