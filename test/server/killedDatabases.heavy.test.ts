import { afterAll, beforeAll, expect, test } from 'vitest'
import { openFaultGround, wrongs, type FaultGround } from '../faults/ground.ts'
import { killHost } from '../faults/hostKilled.ts'
import { killPostgres } from '../faults/postgresKilled.ts'

// Short forms of the scripts in test/faults, which tell the rest. One server with its embedded PostgreSQL for all.
let ground: FaultGround
beforeAll(async () => {
  ground = await openFaultGround()
}, 120_000)
afterAll(() => ground.stop())

test('kill -9 of PostgreSQL: the server answers 503 with Retry-After meanwhile, goes on by itself, and nothing is lost', async () => {
  const { ours, naive } = await killPostgres(ground)
  expect(wrongs(ours), JSON.stringify(ours)).toBe(0)
  expect(wrongs(naive)).toBe(1)
}, 60_000)

test('kill -9 of the host: the next start adopts its PostgreSQL with everything acknowledged', async () => {
  const { ours, naive } = await killHost(ground)
  expect(wrongs(ours), JSON.stringify(ours)).toBe(0)
  expect(wrongs(naive)).toBe(1)
}, 60_000)
