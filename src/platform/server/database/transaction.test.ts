import { afterAll, beforeAll, expect, test } from 'vitest'
import { driver } from '../../../../test/support/driver.ts'
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await emptyDatabase('transaction')
  database = openDatabase({ driver, connectionString: own.connectionString, connections: 1 })
  await database.execute({ text: 'create table kept (id int primary key)' })
})
afterAll(async () => {
  await database.stop()
  await own.drop()
})

const add = (id: number) => ({ text: 'insert into kept values ($1)', values: [id] })
const count = async () => (await database.query<{ count: string }>({ text: 'select count(*) from kept' }))[0]?.count

test('a transaction in which a statement failed is no success, even if its error was kept quiet', async () => {
  const quiet = database.transaction(async (transaction) => {
    await transaction.execute(add(1))
    await transaction.execute(add(1)).catch(() => undefined)
    return 'done'
  })
  await expect(quiet).rejects.toThrow('nothing of it was kept')
  expect(await count()).toBe('0')
})

test('its connection is as good as before', async () => {
  expect(await database.transaction((transaction) => transaction.execute(add(2)))).toBe(1)
  expect(await count()).toBe('1')
})
