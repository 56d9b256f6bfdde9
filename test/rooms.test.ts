import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { roomsPage } from '../scripts/run/rooms.ts'

test('the diagram of the rooms is of the tree as it is (node scripts/rooms.ts)', () => {
  expect(readFileSync(new URL('../docs/rooms.md', import.meta.url), 'utf8')).toBe(roomsPage())
})
