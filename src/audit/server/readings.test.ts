import { expect, test } from 'vitest'
import { createReadings } from '#audit/server/readings.ts'

test('a reading is noted once an hour; one whose note failed is noted at the next, so that nobody reads on unseen', async () => {
  const noteOnce = createReadings()
  let noted = 0
  const note = async () => void noted++
  const at = (minutes: number) => new Date(1_800_000_000_000 + minutes * 60_000)
  const failing = () => Promise.reject(new Error('gone meanwhile'))
  await expect(noteOnce('ilze', at(0), failing)).rejects.toThrow('gone meanwhile')
  await noteOnce('ilze', at(1), note)
  await noteOnce('ilze', at(30), note)
  await noteOnce('other', at(30), note)
  expect(noted).toBe(2)
  await noteOnce('ilze', at(61), note)
  expect(noted).toBe(3)
})
