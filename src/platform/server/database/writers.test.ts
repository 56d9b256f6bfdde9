import { setTimeout as pause } from 'node:timers/promises'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { driver } from '../../../../test/support/driver.ts'
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { createStatementBackoff } from '#platform/server/database/statementBackoff.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'

let own: TestDatabase
let database: Database
let other: Client
beforeAll(async () => {
  own = await emptyDatabase('writers')
  database = openDatabase({ driver, connectionString: own.connectionString })
  other = new Client({ connectionString: own.connectionString })
  await other.connect()
  await other.query(
    `create table counted (id int primary key, value int not null unique check (value < 1000), transaction xid8)`,
  )
})
beforeEach(() => other.query('truncate counted'))
afterAll(async () => {
  await other.end()
  await database.stop()
  await own.drop()
})

const given = '"given" as (select * from unnest($1::text[], $2::text[]) with ordinality as g ("_1", "_2", "_n"))'
const insert = {
  text: 'insert into counted values ($1, $2, pg_current_xact_id()) returning id, transaction::text',
  name: 'one insert',
  several: {
    name: 'several inserts',
    differBy: 0,
    text: `with ${given}, made as (insert into counted select "_1"::int, "_2"::int, pg_current_xact_id() from given returning id, transaction::text)
      select "_n", m.* from given join made m on m.id = "_1"::int`,
  },
}
const add = {
  text: 'update counted set value = value + $2 where id = $1 returning value',
  name: 'one change',
  several: {
    name: 'several changes',
    differBy: 0,
    text: `with ${given} update counted set value = value + "_2"::int from given where id = "_1"::int returning "_n", value`,
  },
}
type Made = { id: number; transaction: string }
const make = (id: number, value: number | string) => database.query<Made>({ ...insert, values: [id, value] })
const change = (id: number, by: number) => database.query<{ value: number }>({ ...add, values: [id, by] })

/** A text is prepared, and so gathered, from its second run on. */
async function warm(): Promise<void> {
  for (const id of [-1, -2, -3]) {
    await make(id, id)
    await change(id, 0)
  }
}

test('writes that come at once share a transaction, and each gets its own answer', async () => {
  await warm()
  const answers = await Promise.all(Array.from({ length: 50 }, (_, id) => make(id, id)))
  expect(answers.map(([row]) => row?.id)).toEqual(answers.map((_, id) => id))
  const transactions = new Set(answers.map(([row]) => row?.transaction))
  expect(transactions.size).toBeLessThan(10)
})

test('one that fails harms none beside it, whatever it fails by', async () => {
  await warm()
  const values = Array.from({ length: 40 }, (_, id) => ({ 7: 6, 13: 5000, 21: 'no number' })[id] ?? id)
  const answers = await Promise.allSettled(values.map((value, id) => make(id, value)))
  const failed = answers.flatMap((answer, id) =>
    answer.status === 'rejected' ? [[id, violationOf(answer.reason)?.kind]] : [],
  )
  const [first, ...others] = failed
  // Which of the two with the same value comes first is open.
  expect([
    [6, 'unique'],
    [7, 'unique'],
  ]).toContainEqual(first)
  expect(others).toEqual([
    [13, 'check'],
    [21, 'value'],
  ])
  expect((await other.query('select count(*)::int as n from counted where id >= 0')).rows).toEqual([{ n: 37 }])
})

test('changes of one row follow each other', async () => {
  await warm()
  await make(1, 100)
  const answers = await Promise.all(Array.from({ length: 30 }, () => change(1, 1)))
  expect(answers.map(([row]) => row?.value)).toEqual(answers.map((_, index) => 101 + index))
})

test('one that waits for a lock holds up no other', async () => {
  await warm()
  await make(1, 1)
  await make(2, 2)
  await other.query('begin')
  await other.query('update counted set value = 50 where id = 1')
  const start = performance.now()
  const blocked = change(1, 1)
  expect(await change(2, 5)).toEqual([{ value: 7 }])
  expect(performance.now() - start).toBeLessThan(1000)
  await pause(50)
  await other.query('commit')
  expect(await blocked).toEqual([{ value: 51 }])
})

test('when the connection is lost each is told, and what was acknowledged is there', async () => {
  await warm()
  const cut = setInterval(() => {
    void other.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and usename is not null',
    )
  }, 15)
  const acknowledged: number[] = []
  for (let round = 0; round < 10; round++) {
    const ids = Array.from({ length: 40 }, (_, index) => round * 40 + index)
    const answers = await Promise.allSettled(ids.map((id) => make(id, id)))
    answers.forEach((answer, index) => answer.status === 'fulfilled' && acknowledged.push(ids[index] ?? 0))
    await pause(5)
  }
  clearInterval(cut)
  const found = await other.query<{ id: number }>('select id from counted')
  const there = new Set(found.rows.map(({ id }) => id))
  expect(acknowledged.filter((id) => !there.has(id))).toEqual([])
  await pause(50)
  expect(await make(5000, 999)).toMatchObject([{ id: 5000 }])
})

test('a text that had to wait is barred, longer each time, and forgiven when it behaves', () => {
  let time = 0
  const bars = createStatementBackoff(() => time)
  const at = (moment: number) => {
    time = moment
    return bars.isBarred('a')
  }
  expect(at(0)).toBe(false)
  bars.bar('a')
  expect([at(249), at(250)]).toEqual([true, false])
  bars.bar('a')
  expect([at(749), at(750)]).toEqual([true, false])
  expect(at(2000)).toBe(false)
  bars.bar('a')
  expect([at(2249), at(2250)]).toEqual([true, false])
})
