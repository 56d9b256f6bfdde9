import { afterAll, beforeAll, expect, test } from 'vitest'
import { driver } from '../../../../test/support/driver.ts'
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { createLatency } from '#platform/server/database/latency.ts'
import { createPlanNames } from '#platform/server/database/planNames.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await emptyDatabase('lanes')
  database = openDatabase({ driver, connectionString: own.connectionString })
})
afterAll(async () => {
  await database.stop()
  await own.drop()
})

const keyed = (value: number) =>
  database.query<{ value: number }>({
    name: 'keyed',
    text: 'select 10 / $1::int as value',
    values: [value],
    lane: 'keyed',
  })
const sleep = (seconds: number) =>
  database.query<{ backend: number }>({
    name: 'sleep',
    text: 'select pg_backend_pid() as backend from pg_sleep($1)',
    values: [seconds],
    lane: 'brief',
  })

test('reads that share a connection get each their own answer, also beside one that fails', async () => {
  const divisors = Array.from({ length: 60 }, (_, index) => index % 6)
  const answers = await Promise.allSettled(divisors.map(keyed))
  const found = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value[0]?.value : 'failed'))
  expect(found).toEqual(divisors.map((divisor) => (divisor === 0 ? 'failed' : Math.trunc(10 / divisor))))
})

test('a lane whose connection is cut is replaced', async () => {
  await keyed(1)
  await database.query({
    text: 'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename is not null',
  })
  await new Promise((resolve) => setTimeout(resolve, 100))
  await Promise.allSettled([keyed(1), keyed(1)])
  expect(await keyed(5)).toEqual([{ value: 2 }])
})

test('a brief statement that turns out long is cut off and answered all the same', async () => {
  for (let run = 0; run < 4; run++) await sleep(0)
  expect(await sleep(0.4)).toHaveLength(1)
})

test('a statement is brief after three short runs, and no more for a growing time when long ones are frequent', () => {
  let time = 0
  const pace = createLatency(() => time)
  const runs = (...milliseconds: number[]) =>
    milliseconds.map((each) => {
      pace.note('a', each)
      return pace.isBrief('a')
    })
  expect(runs(1, 1, 1)).toEqual([false, false, true])
  expect(runs(60, 1, 60, 60), 'three long ones at once').toEqual([true, true, true, false])
  expect(runs(1, 1, 1)).toEqual([false, false, false])
  time = 1001
  expect(runs(1, 1, 1)).toEqual([false, false, true])
  expect(runs(250), 'far too long').toEqual([false])
  time = 2500
  expect(runs(1, 1, 1), 'barred twice as long').toEqual([false, false, false])
  time = 3002
  expect(runs(1, 1, 1)).toEqual([false, false, true])
  for (let count = 0; count < 100; count++) {
    expect(runs(60, ...Array.from({ length: 10 }, () => 1)), 'one long one among ten').not.toContain(false)
  }
  expect(runs(250)).toEqual([false])
  time = 4003
  expect(runs(1, 1, 1), 'forgotten after many brief ones').toEqual([false, false, true])
})

test('plans are kept for statements that come again, and for no more than 400', () => {
  let time = 0
  const names = createPlanNames(() => time)
  expect([names.admits('a'), names.admits('a'), names.admits('a')]).toEqual([false, true, true])
  for (let index = 0; index < 1000; index++) names.admits(`flood ${index >> 1}`)
  expect([names.admits('late'), names.admits('late'), names.admits('a')]).toEqual([false, false, true])
  time = 31 * 60_000
  expect([names.admits('late'), names.admits('late')], 'half an hour later').toEqual([false, true])
})
