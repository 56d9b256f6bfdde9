import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { auditTables } from '#audit/server/audit.schema.ts'
import { sealLog } from '#audit/server/sealer.ts'
import { verifyLog } from '#audit/server/verifier.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrations.ts'
import { testDatabase, type TestDatabase } from '../../../test/support/database.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await testDatabase('audit_old')
  database = openDatabase({ connectionString: own.connectionString, connections: 6 })
})
afterAll(async () => {
  await database.stop()
  await own.drop()
})

let schema = ''
beforeEach(async () => {
  schema = `e_${randomUUID().replaceAll('-', '')}`
  await database.execute({ text: `create role "${schema}" nologin` })
  await database.execute({ text: `grant "${schema}" to current_user with inherit false, set true` })
  await migrate(database, schema, auditTables(schema))
  await database.execute({ text: `grant usage on schema "${schema}" to "${schema}"` })
  return async () => {
    await database.execute({ text: `drop schema "${schema}" cascade` })
    await database.execute({ text: `drop role "${schema}"` })
  }
})
/** Seals until nothing can come any more; what others on the same server have under way delays that. */
async function settle(of = schema): Promise<void> {
  const isSettled = async () => {
    await sealLog(database, { schema: of, environmentId: null })
    const [chain] = await database.query<{ done: boolean }>({
      text: `select candidate is null as done from lintel.audit_chain where schema = $1`,
      values: [of],
    })
    return chain?.done
  }
  await expect.poll(isSettled, { timeout: 15_000 }).toBe(true)
}

test('a log from before it had parts is taken over with everything in it', async () => {
  const older = `e_${randomUUID().replaceAll('-', '')}`
  await database.execute({ text: `create schema "${older}"` })
  for (const text of [
    `create table "${older}"._audit (seq bigint generated always as identity primary key, at timestamptz not null, entity_id uuid not null,
      record_id uuid, kind text not null, by_id uuid, cause jsonb not null, request_id text, changes jsonb not null)`,
    `create index _audit_record on "${older}"._audit (record_id, seq)`,
    `insert into "${older}"._audit (at, entity_id, kind, cause, changes)
      select now() - n * interval '40 days', gen_random_uuid(), 'create', '{}', '{}' from generate_series(1, 3) n`,
  ])
    await database.execute({ text })
  await migrate(database, older, auditTables(older))
  await database.execute({
    text: `insert into "${older}"._audit (at, kind, area, cause, changes) values (now(), 'roleCreated', 'security', '{}', '{}')`,
  })
  const rows = await database.query<{ seq: string; area: string }>({
    text: `select seq, area from "${older}"._audit order by seq`,
  })
  expect(rows).toEqual([1, 2, 3, 4].map((seq) => ({ seq: String(seq), area: seq < 4 ? 'data' : 'security' })))
  await settle(older)
  expect(await verifyLog(database, older, null)).toMatchObject({ checked: 4, problems: [] })
  await expect(database.execute({ text: `delete from "${older}"._audit_before` })).rejects.toMatchObject({
    message: expect.stringContaining('permission denied'),
  })
})
