import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driver } from '../../../../test/support/driver.ts'
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { runAlone } from '#platform/server/database/ownConnection.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await emptyDatabase('departure')
  // One connection: whoever comes next gets the one of the statement that was cancelled.
  database = openDatabase({ driver, connectionString: own.connectionString, connections: 1 })
})
afterAll(async () => {
  await database.stop()
  await own.drop()
})

const sleep = (seconds: number) => ({ text: 'select pg_backend_pid() as backend from pg_sleep($1)', values: [seconds] })
const backend = async () => (await database.query<{ backend: number }>(sleep(0)))[0]?.backend

test('a statement whose asker leaves is cancelled at once, and its connection stays', async () => {
  const before = await backend()
  const leaving = new AbortController()
  const start = performance.now()
  const asked = database.until(() => leaving.signal).query(sleep(5))
  setTimeout(() => leaving.abort(), 50)
  await expect(asked).rejects.toMatchObject({ code: 'request.abandoned' })
  expect(performance.now() - start).toBeLessThan(2000)
  expect(await backend()).toBe(before)
})

test('in a transaction too, which leaves nothing behind', async () => {
  await database.execute({ text: 'create table kept (id int)' })
  const leaving = new AbortController()
  const asked = database
    .until(() => leaving.signal)
    .transaction(async (transaction) => {
      await transaction.execute({ text: 'insert into kept values (1)' })
      setTimeout(() => leaving.abort(), 50)
      await transaction.query(sleep(5))
    })
  await expect(asked).rejects.toMatchObject({ code: 'request.abandoned' })
  expect(await database.query({ text: 'select id from kept' })).toEqual([])
})

test('who has left before a connection is free does not begin', async () => {
  const leaving = new AbortController()
  const busy = database.query(sleep(0.2))
  const asked = database.until(() => leaving.signal).query({ text: 'create table never (id int)' })
  leaving.abort()
  await expect(asked).rejects.toMatchObject({ code: 'request.abandoned' })
  await busy
  expect(await database.query({ text: `select to_regclass('never') as found` })).toEqual([{ found: null }])
})

test('a transaction may let its statements take longer than the others', async () => {
  const impatient = openDatabase({
    driver,
    connectionString: own.connectionString,
    connections: 1,
    statementTimeout: 100,
  })
  const slow = (seconds: number) =>
    impatient.transaction(async (transaction) => {
      await transaction.allow(5000)
      return transaction.query(sleep(seconds))
    })
  // Longer than the timeout and the silence that is borne without it.
  expect(await slow(2.3)).toHaveLength(1)
  await expect(impatient.query(sleep(0.3))).rejects.toMatchObject({ code: 'server.timeout' })
  await impatient.stop()
})

test('the next statement on the connection is never hit, however late the cancelling comes', async () => {
  const pool = new pg.Pool({ connectionString: own.connectionString, max: 1 })
  const cancel = async (process: number) => {
    await pause(20)
    await database.query({ text: 'select pg_cancel_backend($1)', values: [process] })
  }
  for (let round = 0; round < 20; round++) {
    const leaving = new AbortController()
    const former = runAlone(pool, sleep(0.005), { departure: () => leaving.signal, cancel }).catch(() => undefined)
    const next = runAlone(pool, sleep(0.02))
    await pause(round % 5)
    leaving.abort()
    await former
    expect((await next).rows).toHaveLength(1)
  }
  await pool.end()
})
