import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeManyNaively, changeThroughKills, shortForm } from '../faults/bulkChange.ts'
import { openFaultGround, wrongs, type FaultGround } from '../faults/ground.ts'
import { killDuringWrites, killNaiveWriter } from '../faults/recordWrites.ts'

// Short forms of the scripts in test/faults, which tell the rest. One server with its embedded PostgreSQL for all.
let ground: FaultGround
beforeAll(async () => {
  ground = await openFaultGround()
}, 120_000)
afterAll(() => ground.stop())

test('kill -9 during record writes: what was acknowledged is there, each version with one event and one audit row', async () => {
  for (const after of [300, 700]) {
    const found = await killDuringWrites(ground, after)
    expect(found['Acknowledged']).toBeGreaterThan(0)
    expect(wrongs(found), JSON.stringify(found)).toBe(0)
  }
}, 60_000)

test('the naive twin, which writes row by row, does not survive that', async () => {
  let wrong = 0
  for (let round = 0; round < 12 && wrong === 0; round++)
    wrong += wrongs(await killNaiveWriter(ground, 100 + round * 37))
  expect(wrong).toBeGreaterThan(0)
}, 60_000)

test('kill -9 while many records are changed: each is changed once, one undo gives all back, and a cancelled change leaves none', async () => {
  const found = await changeThroughKills(ground, 2000, shortForm)
  expect(wrongs(found), JSON.stringify(found)).toBe(0)
  expect(wrongs(await changeManyNaively(ground, 2000))).toBeGreaterThan(0)
}, 150_000)
