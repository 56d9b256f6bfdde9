import { expect, test } from 'vitest'
import { migrationsOfEnvironment, migrateAll } from '#main/migrations.ts'
import { workSchema } from '#records/server/work/work.schema.ts'
import { openDatabase } from '#platform/server/database/database.ts'
import { emptyDatabase } from '../support/database.ts'
import { openThings } from '../support/things.ts'

test('processes that start at once on an empty database all come up', async () => {
  for (let round = 0; round < 3; round++) {
    const own = await emptyDatabase('race')
    const databases = Array.from({ length: 3 }, () =>
      openDatabase({ connectionString: own.connectionString, connections: 2 }),
    )
    const ends = await Promise.allSettled(databases.map((database) => migrateAll(database)))
    const said = ends.map((end) => (end.status === 'rejected' ? String(end.reason) : 'done'))
    expect(said).toEqual(['done', 'done', 'done'])
    for (const database of databases) await database.stop()
    await own.drop()
  }
})

test('a start brings the environments of an older version up to date, each of them, and keeps their records', async () => {
  const things = await openThings('older')
  const { database } = things.lintel
  const { schema } = things.home
  // As a version left it that did not know lists of work yet.
  for (const { id } of workSchema(schema))
    await database.execute({ text: `delete from "${schema}"._migration where id = $1`, values: [id] })
  await database.execute({ text: `drop table "${schema}"._work cascade` })
  await database.execute({ text: `drop index "${schema}"._trash_cause` })
  await migrateAll(database)
  const [row] = await database.query({
    text: `select to_regclass('"${schema}"._work') is not null as made,
      (select count(*)::int from "${schema}".things) as records, (select count(*)::int from "${schema}"._migration) as steps`,
  })
  expect(row).toEqual({ made: true, records: 1, steps: migrationsOfEnvironment(schema).length })
  await things.lintel.close()
})

test('an environment’s role reaches its own tables, nothing of another environment and nothing of the control plane', async () => {
  const things = await openThings('roles')
  const { database } = things.lintel
  const { id } = (await things.maker.send('POST', '/api/env/v1', { name: 'Other', uri: 'other', region: 'eu' })).json<{
    id: string
  }>()
  const other = `e_${id.replaceAll('-', '')}`
  const asRole = (text: string) =>
    database
      .transaction(async (transaction) => {
        await transaction.execute({ text: `set local role "${things.home.schema}"` })
        return transaction.query({ text })
      })
      .then(
        () => 'allowed',
        (error: unknown) => (error instanceof Error && 'code' in error ? error.code : String(error)),
      )
  expect(await asRole(`select title from "${things.home.schema}".things`)).toBe('allowed')
  const denied = [
    `select * from "${other}"._member`,
    'select * from lintel."user"',
    'select * from lintel.token',
    `create table "${things.home.schema}".mine (id int)`,
    `drop table "${things.home.schema}".things`,
    'create table public.mine (id int)',
    `select pg_read_file('/etc/passwd')`,
    `select lo_import('/etc/passwd')`,
    `copy "${things.home.schema}".things to program 'cat'`,
  ]
  for (const text of denied) expect(await asRole(text), text).toBe('42501')
  await things.lintel.close()
})
