import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { driver } from '../../../../test/support/driver.ts'
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await emptyDatabase('callers')
  database = openDatabase({ driver, connectionString: own.connectionString, connections: 5, heavyStatements: 1 })
  await database.execute({ text: 'create table done (what text)' })
})
afterAll(async () => {
  await database.stop()
  await own.drop()
})

const anna = () => database.calledBy({ person: 'anna', environment: 'one' })
const ben = () => database.calledBy({ person: 'ben', environment: 'two' })

/** Takes as long as the lock is held. */
const slow = (name: string, isHeavy = false) => {
  return {
    text: `select '${name}' as name, pg_advisory_xact_lock_shared($1)`,
    values: [7],
    lane: 'brief' as const,
    isHeavy,
  }
}

/** How many statements wait for the lock. */
async function waiting(): Promise<number> {
  const text = `select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`
  return (await database.query<{ count: number }>({ text }))[0]?.count ?? 0
}

const patient = { timeout: 8000 }

/** Runs work while the lock is held. */
async function locked(work: () => Promise<void>): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.query({ text: 'select pg_advisory_xact_lock($1)', values: [7] })
    await work()
  })
}

test('of heavy statements one runs at a time, others wait in turn, and brief ones wait for none', async () => {
  const order: string[] = []
  const asked: Promise<unknown>[] = []
  const ask = (of: Database, name: string) => {
    asked.push(of.query<{ name: string }>(slow(name, true)).then(([row]) => order.push(row?.name ?? '')))
  }
  await locked(async () => {
    for (const name of ['first', 'second', 'third']) ask(anna(), name)
    await expect.poll(waiting, patient).toBe(1)
    ask(ben(), 'of another')
    expect(await ben().query({ text: 'select 1 as one', values: [], lane: 'brief' })).toEqual([{ one: 1 }])
    expect(await anna().query({ text: 'select 2 as two', values: [], lane: 'brief' })).toEqual([{ two: 2 }])
    expect(await waiting()).toBe(1)
  })
  await Promise.all(asked)
  expect(order).toEqual(['first', 'of another', 'second', 'third'])
})

test('of reads that turn out heavy one keeps on, and the others give way and begin anew in their turn', async () => {
  const asked: Promise<unknown>[] = []
  await locked(async () => {
    for (const name of ['long', 'longer']) asked.push(anna().query(slow(name)))
    await expect.poll(waiting, patient).toBe(2)
    await expect.poll(waiting, patient).toBe(1)
    // By now it is known how long it takes.
    asked.push(anna().query(slow('longer')))
    await pause(50)
    expect(await waiting()).toBe(1)
  })
  expect(await Promise.all(asked)).toMatchObject([[{ name: 'long' }], [{ name: 'longer' }], [{ name: 'longer' }]])
})

test('what changes something is never ended for being long, and is done once', async () => {
  const change = {
    text: `insert into done select 'changed' from (select pg_advisory_xact_lock_shared($1)) locked`,
    values: [7],
  }
  const asked: Promise<unknown>[] = []
  await locked(async () => {
    asked.push(anna().query(slow('heavy', true)), anna().execute(change))
    await expect.poll(waiting, patient).toBe(2)
    await pause(1200)
    expect(await waiting()).toBe(2)
  })
  await Promise.all(asked)
  expect(await database.query({ text: 'select what from done' })).toEqual([{ what: 'changed' }])
})

test('changes and transactions of callers leave connections to everything else', async () => {
  const asked: Promise<unknown>[] = []
  await locked(async () => {
    for (let count = 0; count < 12; count++)
      asked.push(
        anna().transaction((transaction) => transaction.query({ text: slow('held').text, values: [7] })),
        ben().execute({ text: slow('held').text, values: [7] }),
      )
    await expect.poll(waiting, patient).toBe(2)
    expect(await database.query({ text: 'select 1 as one' })).toEqual([{ one: 1 }])
  })
  await Promise.all(asked)
})

test('who leaves while a heavy statement waits or runs leaves nothing behind', async () => {
  await locked(async () => {
    const leaving = new AbortController()
    const reader = anna().until(() => leaving.signal)
    const asked = ['runs', 'waits'].map((name) => reader.query(slow(name, true)))
    const settled = Promise.allSettled(asked)
    await expect.poll(waiting, patient).toBe(1)
    leaving.abort()
    for (const each of await settled) expect(each).toMatchObject({ reason: { code: 'request.abandoned' } })
    expect(await waiting()).toBe(0)
    const next = ben().query(slow('next', true))
    await expect.poll(waiting, patient).toBe(1)
    void next.catch(() => undefined)
  })
})

test('a heavy read of a transaction waits for its turn, and the transaction goes on', async () => {
  const asked: Promise<unknown>[] = []
  await locked(async () => {
    asked.push(anna().query(slow('heavy', true)))
    await expect.poll(waiting, patient).toBe(1)
    asked.push(ben().transaction((transaction) => transaction.query(slow('within', true))))
    await pause(50)
    expect(await waiting()).toBe(1)
  })
  expect(await Promise.all(asked)).toMatchObject([[{ name: 'heavy' }], [{ name: 'within' }]])
})
