import { randomBytes } from 'node:crypto'
import { validate, version } from 'uuid'
import { expect, test } from 'vitest'
import { manyIds } from '#records/exchange/server/import/manyIds.ts'

test('ids of a batch are uuids v7 of the moment, all different, and grow', () => {
  const at = new Date('2026-01-02T03:04:05.678Z')
  const ids = manyIds(5000, at, randomBytes)
  expect(ids.every((id) => validate(id) && version(id) === 7)).toBe(true)
  expect(new Set(ids).size).toBe(5000)
  expect(ids.toSorted()).toEqual(ids)
  expect(Number.parseInt(ids[0]?.replace('-', '').slice(0, 12) ?? '', 16)).toBe(at.getTime())
  const most = manyIds(5000, at, (bytes) => Buffer.alloc(bytes, 0xff))
  expect(most.toSorted()).toEqual(most)
  expect(manyIds(0, at, randomBytes)).toEqual([])
})
