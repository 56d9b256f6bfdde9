import { afterAll, beforeAll, expect, test } from 'vitest'
import { killDuringConversion, killDuringUnique, killNaiveConversion } from '../faults/conversions.ts'
import { killDuringChanges } from '../faults/definitionChanges.ts'
import { openFaultGround, wrongs, type FaultGround } from '../faults/ground.ts'

// Short forms of the scripts in test/faults, which tell the rest. One server with its embedded PostgreSQL for all.
let ground: FaultGround
beforeAll(async () => {
  ground = await openFaultGround()
}, 120_000)
afterAll(() => ground.stop())

test('kill -9 during definition changes: metadata and catalog agree, the version counts the changes, no index is invalid', async () => {
  for (const after of [250, 650]) {
    const found = await killDuringChanges(ground, after)
    expect(wrongs(found), JSON.stringify(found)).toBe(0)
  }
}, 60_000)

test('kill -9 while a type changes: the job goes on to its end, every value is converted, nothing is left or lost', async () => {
  const found = await killDuringConversion(ground, 500)
  expect(wrongs(found), JSON.stringify(found)).toBe(0)
  expect(wrongs(await killNaiveConversion(ground))).toBeGreaterThan(0)
}, 150_000)

test('kill -9 while an attribute of a large table becomes unique: it becomes so, and no index is left half-made', async () => {
  const found = await killDuringUnique(ground, 100)
  expect(wrongs(found), JSON.stringify(found)).toBe(0)
}, 150_000)
