import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ChainProblem } from '#audit/chain.ts'
import { auditTables } from '#audit/server/audit.schema.ts'
import { tendLog } from '#audit/server/retention.ts'
import { sealLog } from '#audit/server/sealer.ts'
import { verifyLog } from '#audit/server/verifier.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { migrate } from '#platform/server/database/migrations.ts'
import { testDatabase, type TestDatabase } from '../../../test/support/database.ts'

let own: TestDatabase
let database: Database
beforeAll(async () => {
  own = await testDatabase('audit')
  database = openDatabase({ connectionString: own.connectionString, connections: 6 })
})
afterAll(async () => {
  await database.stop()
  await own.drop()
})

let schema = ''
const place = () => ({ schema, environmentId: null })
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

const adds = (at: string, changes: object = {}) => ({
  text: `insert into "${schema}"._audit (at, entity_id, record_id, kind, cause, changes)
    values ($1, gen_random_uuid(), gen_random_uuid(), 'update', '{"kind": "request"}', $2)`,
  values: [at, JSON.stringify(changes)],
})
const add = (at = new Date().toISOString(), changes: object = {}) => database.execute(adds(at, changes))
const sealAll = () => sealLog(database, place())
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
const problems = async (): Promise<readonly ChainProblem[]> => (await verifyLog(database, schema, null)).problems
/** What only somebody can do who gives himself the right to it. */
async function tamper(text: string): Promise<void> {
  await database.transaction(async (transaction) => {
    await transaction.execute({
      text: `grant update, delete on "${schema}"._audit, "${schema}"._audit_seal to current_user`,
    })
    await transaction.execute({ text: text.replaceAll('@', `"${schema}".`) })
    await transaction.execute({
      text: `revoke update, delete on "${schema}"._audit, "${schema}"._audit_seal from current_user`,
    })
  })
}

describe('only adding', () => {
  const attempts = [
    `update @_audit set kind = 'create'`,
    'delete from @_audit',
    'truncate @_audit',
    'update @_audit_seal set number = 2',
    'delete from @_audit_seal',
    'truncate @_audit_seal',
    'delete from @_audit_rest',
    `delete from @_audit_${new Date().toISOString().slice(0, 7).replace('-', '_')}`,
  ]

  test.each(attempts)('the login of the server may not: %s', async (text) => {
    await add()
    await expect(database.execute({ text: text.replaceAll('@', `"${schema}".`) })).rejects.toMatchObject({
      message: expect.stringContaining('permission denied'),
    })
  })

  test.each(attempts)('the role of the environment may not: %s', async (text) => {
    const asRole = database.transaction(async (transaction) => {
      await transaction.execute({ text: `set local role "${schema}"` })
      await transaction.execute(adds(new Date().toISOString()))
      expect(await transaction.query({ text: `select from "${schema}"._audit` })).not.toHaveLength(0)
      await transaction.execute({ text: text.replaceAll('@', `"${schema}".`) })
    })
    await expect(asRole).rejects.toMatchObject({ message: expect.stringContaining('permission denied') })
  })

  test('a schema that is called like the login itself is no exception, and can be added to', async () => {
    const [{ login } = { login: '' }] = await database.query<{ login: string }>({
      text: 'select current_user as login',
    })
    await migrate(database, login, auditTables(login))
    const log = `"${login}"._audit`
    await database.execute({
      text: `insert into ${log} (at, kind, cause, changes) values (now(), 'signIn', '{}', '{}')`,
    })
    await tendLog(database, { schema: login, environmentId: null }, new Date())
    expect(await sealLog(database, { schema: login, environmentId: null })).toBe(1)
    await expect(database.execute({ text: `delete from ${log}` })).rejects.toMatchObject({
      message: expect.stringContaining('permission denied'),
    })
  })

  test('neither the role nor its parts after months were made', async () => {
    await tendLog(database, place(), new Date())
    const rights = await database.query<{ name: string; login: boolean; role: boolean }>({
      text: `select c.relname as name,
          has_table_privilege(c.oid, 'update') or has_table_privilege(c.oid, 'delete') or has_table_privilege(c.oid, 'truncate') as login,
          has_table_privilege($1, c.oid, 'update') or has_table_privilege($1, c.oid, 'delete')
            or has_table_privilege($1, c.oid, 'truncate') as role
        from pg_class c where c.relnamespace = $1::regnamespace and c.relname like '\\_audit%' and c.relkind in ('r', 'p')`,
      values: [schema],
    })
    expect(rights).toHaveLength(6)
    expect(rights.filter(({ login, role }) => login || role)).toEqual([])
  })
})

describe('the sealer', () => {
  test('seals what was committed, once, however many of them there are', async () => {
    for (let count = 0; count < 5; count++) await add()
    const counts = await Promise.all([1, 2, 3, 4].map(() => sealLog(database, place())))
    expect(counts.reduce((sum, count) => sum + count)).toBe(5)
    expect(await sealAll()).toBe(0)
    expect(await verifyLog(database, schema, null)).toMatchObject({
      checked: 5,
      problems: [],
      next: null,
      end: { number: '5' },
    })
  })

  test('misses nothing that commits late, with a lower number than what is sealed already', async () => {
    const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
    const { promise: hasBegun, resolve: begun } = Promise.withResolvers<void>()
    const late = database.transaction(async (transaction) => {
      await transaction.execute(adds(new Date().toISOString()))
      begun()
      await mayEnd
    })
    await hasBegun
    for (let count = 0; count < 3; count++) await add()
    expect(await sealAll()).toBe(3)
    end()
    await late
    expect(await sealAll()).toBe(1)
    expect(await problems()).toEqual([])
  })

  test('goes on where a crash has left it: seals and end are written together or not at all', async () => {
    for (let count = 0; count < 3; count++) await add()
    await sealAll()
    await add()
    const broken = database.transaction(async (transaction) => {
      const inside: Database = { ...database, transaction: (work) => work(transaction) }
      await sealLog(inside, place())
      throw new Error('the power went')
    })
    await expect(broken).rejects.toThrow('the power went')
    expect(await problems()).toEqual([])
    expect(await sealAll()).toBe(1)
    expect(await verifyLog(database, schema, null)).toMatchObject({ problems: [], end: { number: '4' } })
  })
})

describe('the verifier', () => {
  beforeEach(async () => {
    for (let count = 0; count < 6; count++) await add(undefined, { after: { note: `line\n2:${count}` } })
    await settle()
    expect(await problems()).toEqual([])
  })

  test('names a row that was changed', async () => {
    await tamper(`update @_audit set by_id = gen_random_uuid() where seq = 3`)
    expect(await problems()).toMatchObject([{ kind: 'changed', seq: '3' }])
  })

  test('names a row whose values were changed by a line break alone', async () => {
    await tamper(String.raw`update @_audit set changes = '{"after": {"note": "line 2:1"}}' where seq = 2`)
    expect(await problems()).toMatchObject([{ kind: 'changed', seq: '2' }])
  })

  test('names a row that was taken out', async () => {
    await tamper(`delete from @_audit where seq = 3`)
    expect(await problems()).toMatchObject([{ kind: 'missing', seq: '3' }])
  })

  test('names the gap that a row and its seal have left', async () => {
    await tamper(`delete from @_audit where seq = 3`)
    await tamper(`delete from @_audit_seal where seq = 3`)
    expect(await problems()).toMatchObject([{ kind: 'gap', from: '3', to: '3' }])
  })

  test('names a row that was put in between', async () => {
    await tamper(`delete from @_audit where seq = 3`)
    await tamper(
      `insert into @_audit (seq, at, kind, cause, changes) overriding system value values (3, now(), 'update', '{}', '{}')`,
    )
    expect(await problems()).toMatchObject([
      { kind: 'missing', seq: '3' },
      { kind: 'inserted', seq: '3' },
    ])
  })

  test('names a second row of the same number', async () => {
    await tamper(
      `insert into @_audit (seq, at, kind, cause, changes) overriding system value values (3, now() - interval '2 years', 'update', '{}', '{}')`,
    )
    await sealAll()
    expect(await problems()).toMatchObject([{ kind: 'inserted', seq: '3' }])
  })

  test('names both rows whose contents were swapped', async () => {
    await tamper(
      `update @_audit a set record_id = b.record_id from @_audit b where a.seq in (2, 4) and b.seq = 6 - a.seq`,
    )
    expect(await problems()).toMatchObject([
      { kind: 'changed', seq: '2' },
      { kind: 'changed', seq: '4' },
    ])
  })

  test('names where the chain ends when its end was cut off with its seals', async () => {
    await tamper(`delete from @_audit where seq > 4`)
    await tamper(`delete from @_audit_seal where seq > 4`)
    expect(await problems()).toMatchObject([{ kind: 'end', number: '4', kept: '6' }])
  })
})

describe('retention', () => {
  const months = async () =>
    (
      await database.query<{ name: string }>({
        text: `select c.relname as name from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = $1::regclass order by 1`,
        values: [`"${schema}"._audit`],
      })
    ).map(({ name }) => name)

  test('drops months whole once they are sealed and too old; the rest of the chain still holds', async () => {
    await migrate(database, schema, [
      {
        id: 'a month of long ago',
        statements: [
          `create table "${schema}"._audit_2020_01 partition of "${schema}"._audit for values from ('2020-01-01') to ('2020-02-01')`,
        ],
      },
    ])
    await add('2020-01-31T23:59:59.999999Z')
    await add()
    await add('2020-01-01T00:00:00Z')
    await add()
    expect(await tendLog(database, place(), new Date()), 'unsealed rows stay').toEqual([])
    await settle()
    expect(await tendLog(database, place(), new Date())).toEqual(['_audit_2020_01'])
    expect(await months()).not.toContain('_audit_2020_01')
    expect(await problems()).toEqual([])
    await sealAll()
    const after = await verifyLog(database, schema, null)
    expect(after.problems).toEqual([])
    expect(after.end).toMatchObject({ number: '5' })
    const left = await database.query<{ number: string }>({
      text: `select number from "${schema}"._audit_seal order by number`,
    })
    expect(
      left.map(({ number }) => number),
      'seals go from the beginning only',
    ).toEqual(['2', '3', '4', '5'])
    const [told] = await database.query<{ kind: string }>({
      text: `select kind from "${schema}"._audit order by seq desc limit 1`,
    })
    expect(told?.kind).toBe('auditDropped')
    await tamper(`delete from @_audit where kind = 'update'`)
    expect(await problems()).toMatchObject([{ kind: 'missing' }, { kind: 'missing' }])
  })

  test('a row of a time that has no part of its own is kept in the rest', async () => {
    await add('2001-01-01T00:00:00Z')
    const [found] = await database.query({ text: `select from "${schema}"._audit_rest` })
    expect(found).toBeDefined()
    expect(await months()).toHaveLength(4)
  })
})
