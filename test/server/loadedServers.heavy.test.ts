import { afterAll, beforeAll, expect, test } from 'vitest'
import { bombs } from '../faults/bombs.ts'
import { sendBombs } from '../faults/bombUploads.ts'
import { changeNaively, changeOurs, changeUnderLoad } from '../faults/changesUnderLoad.ts'
import { fillDisk, onSmallDisk } from '../faults/diskFull.ts'
import { openFaultGround, wrongs, type FaultGround } from '../faults/ground.ts'

// Short forms of the scripts in test/faults, which tell the rest. One server with its embedded PostgreSQL for all.
let ground: FaultGround
beforeAll(async () => {
  ground = await openFaultGround()
}, 120_000)
afterAll(() => ground.stop())

test('definitions that change under load: no request fails, and none waits for the lock as behind the naive twin', async () => {
  const ours = await changeUnderLoad(ground, changeOurs, 5)
  const naive = await changeUnderLoad(ground, changeNaively, 3)
  expect(ours['Changes']).toBeGreaterThan(0)
  expect([ours['requests that failed'], ours['changes that failed']]).toEqual([0, 0])
  // A busy machine makes every request slower, but no lock is held for longer; the script asks for 150 ms a request.
  const wait = 'Longest wait for a lock in milliseconds'
  expect(ours[wait]).toBeLessThan((naive[wait] ?? 0) / 2)
}, 60_000)

test('eleven uploads at once that unfold to 300 MB each: every one is refused, and the server keeps its memory', async ({
  skip,
}) => {
  if (process.platform !== 'linux') return skip('the highest memory of a process is known on Linux')
  const bomb = bombs['one endless cell']
  if (!bomb) throw new Error('there is no such bomb')
  const found = await sendBombs(ground, bomb(300), 4)
  expect(found['Refused with 413 or 422']).toBe(11)
  expect(wrongs(found), JSON.stringify(found)).toBe(0)
}, 120_000)

test('a full disk: writes are refused with 507, reads go on, nothing is lost, and writes come back by themselves', async ({
  skip,
}) => {
  const found = await onSmallDisk(async (disk) => {
    const own = await openFaultGround(disk.folder)
    try {
      return [await fillDisk(own, disk, 0.03), await fillDisk(own, disk, 0)]
    } finally {
      await own.stop()
    }
  })
  if (!found) return skip('no disk can be mounted here')
  for (const each of found) {
    expect(each['Refused with 507']).toBeGreaterThan(0)
    expect(wrongs(each), JSON.stringify(each)).toBe(0)
  }
}, 120_000)
