import { afterAll, beforeAll, expect, test } from 'vitest'
import { wrongs } from '../faults/ground.ts'
import { importAcross, openPair, startBeside, type Pair } from '../faults/twoProcesses.ts'

// The short form of test/faults/twoProcesses.ts.
let pair: Pair
beforeAll(async () => {
  pair = await openPair()
}, 120_000)
afterAll(() => pair.stop())

test('a process whose files lie elsewhere than those of one that lives does not start, and says which setting is wrong', async () => {
  const found = await startBeside(pair)
  expect(wrongs(found), JSON.stringify(found)).toBe(0)
}, 180_000)

test('a file whose pieces came to two processes is imported by either, and both have its rejected rows', async () => {
  const found = await importAcross(pair, 2)
  expect(wrongs(found), JSON.stringify(found)).toBe(0)
}, 180_000)
