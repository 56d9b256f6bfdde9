import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Transaction } from '#platform/server/database/database.ts'
import type { Answer } from '../support/maker.ts'
import { openThings, type Things } from '../support/things.ts'

let things: Things
let full = false
beforeAll(async () => {
  things = await openThings('pressure', { isReadOnly: () => full, connections: 3, statementTimeout: 400 })
})
afterAll(() => things.lintel.close())

const codeOf = (answer: Answer) => [answer.status, answer.json<{ error: { code: string } }>().error.code]

/** Runs work while a transaction that began with a statement stays open. */
async function during<Result>(text: string, work: () => Promise<Result>): Promise<Result> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const open = things.lintel.database.transaction(async (transaction: Transaction) => {
    await transaction.query({ text })
    begin()
    await released
  })
  try {
    await begun
    return await work()
  } finally {
    release()
    await open
  }
}

test('a statement that takes too long ends as 503 with the time to come back, and nothing of it stays', async () => {
  const row = `select 1 from "${things.home.schema}".things where id = '${things.record}' for update`
  const late = await during(row, () =>
    things.maker.send('PATCH', things.records(`(${things.record})`), { title: 'two' }),
  )
  expect(codeOf(late)).toEqual([503, 'server.timeout'])
  expect(late.headers['retry-after']).toBe('2')
  const after = await things.maker.send('GET', things.records(`(${things.record})`))
  expect(after.json()).toMatchObject({ title: 'one', version: 1 })
})

test('with every connection at work the health check answers', async () => {
  const health = await during('select 1', () =>
    during('select 2', () => during('select 3', () => things.lintel.send('GET', '/health/ready'))),
  )
  expect(health.status).toBe(200)
})

test('when the database ends all connections, the next requests find new ones by themselves', async () => {
  for (let round = 0; round < 3; round++) {
    await things.lintel.database
      .query({
        text: `select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and pid <> pg_backend_pid()`,
      })
      .catch(() => undefined)
    const answers = await Promise.all(Array.from({ length: 6 }, () => things.maker.send('GET', things.records())))
    // Those that were given a connection that had just been ended are told to come again, and nothing worse.
    const refused = answers.filter(({ status }) => status !== 200)
    expect(refused.map(codeOf)).toEqual(refused.map(() => [503, 'server.unavailable']))
    await expect.poll(async () => (await things.maker.send('GET', things.records())).status).toBe(200)
  }
})

test('on a nearly full disk reads go on, changes are refused with 507, and come back by themselves', async () => {
  full = true
  expect(codeOf(await things.maker.send('POST', things.records(), { title: 'x' }))).toEqual([507, 'server.diskFull'])
  expect((await things.maker.send('GET', things.records())).status).toBe(200)
  full = false
  expect((await things.maker.send('POST', things.records(), { title: 'x' })).status).toBe(201)
})
