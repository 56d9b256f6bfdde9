import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../../../../test/support/database.ts'
import type { JsonList, JsonMember } from '#platform/jsonRows.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { ask, askWire } from '#platform/server/database/wire/ask.ts'
import { copied } from '#platform/server/database/wire/copied.ts'
import { openPooledSocket } from '#platform/server/database/wire/pooledSocket.ts'
import { wireOf } from '#platform/server/database/wire/clientWire.ts'

let own: TestDatabase
let client: Client
beforeAll(async () => {
  own = await emptyDatabase('wire')
  client = new Client({ connectionString: own.connectionString, options: '-c timezone=UTC -c DateStyle=ISO' })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await own.drop()
})

const names = ['word', 'text', 'number', 'digits', 'boolean', 'instant', 'json', 'etag'] as const
const members: JsonMember[] = names.map((form, column) => ({ name: `a "${form}" ķ`, column: column + 1, form }))
const list = (more: Partial<JsonList> = {}): JsonList => {
  const page = { limit: 1000, backward: false, keys: [], near: false, far: false }
  return { kind: 'list', columns: names.length + 1, members, ...page, ...more }
}

describe('rows as JSON text', () => {
  test('are what PostgreSQL itself makes of them', async () => {
    await client.query(`create table odd (id int, word uuid, text text, number numeric, digits bigint, boolean boolean,
      instant timestamptz, json json, etag bigint)`)
    const texts = ['', 'a', '"\\/', '\b\f\n\r\t\u0001\u001f\u007f', 'ķēde', '𝒳', '\u2028', 'x'.repeat(70_000), '<a>&']
    const numbers = ['0', '-1.50', '12345678901234567890.123', 'NaN', 'Infinity', '-Infinity', null]
    const instants = [
      '2026-01-31 12:00:00Z',
      '2026-01-31 12:00:00.000001Z',
      '12345-01-01 00:00:00Z',
      '0044-03-15 01:02:03.5Z BC',
    ]
    for (const [id, text] of [...texts, null].entries()) {
      const instant = [...instants, 'infinity', '-infinity', null][id % 7]
      const values = [
        id,
        text === null ? null : '00000000-0000-7000-8300-00000000000a',
        text,
        numbers[id % 7],
        '-9223372036854775808',
      ]
      const json = text === null ? null : JSON.stringify({ text: [text] })
      await client.query(`insert into odd values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`, [
        ...values,
        id % 3 === 2 ? null : id % 3 === 0,
        instant,
        json,
        text === null ? null : id,
      ])
    }
    const row = members.map(({ name, form }) => {
      const wanted = { digits: 'digits::text', etag: `'W/"' || etag || '"'` }[form as string] ?? form
      return `${wanted} as "${name.replaceAll('"', '""')}"`
    })
    const made = await client.query<{ value: string }>(
      `select json_agg(r)::text as value from (select ${row.join(', ')} from odd order by id) r`,
    )
    const columns = `id, ${names.join(', ')}`
    const { rows } = await ask(client, { text: `select ${columns} from odd order by id`, values: [], json: list() })
    const expected = JSON.parse(made.rows[0]?.value ?? '') as Record<string, unknown>[]
    const found = JSON.parse((rows as { value: string }[])[0]?.value ?? '') as unknown
    expect(found).toEqual(expected.map((each) => ({ ...each, 'a "etag" ķ': each['a "etag" ķ'] ?? null })))
  })

  test('are turned where they were read backward, and tell where they begin and whether more follow', async () => {
    const json: JsonList = {
      ...list({ limit: 2, backward: true, keys: [1, 0], near: true, far: true }),
      columns: 2,
      members: [{ name: 'n', column: 1, form: 'number' }],
    }
    const text = `select 'seven' as head, null as id, null as n union all (select null, 'k' || n, n from generate_series(3, $1, -1) n)`
    const heads = { head: 'seven', near: '["3","k3"]' }
    expect((await ask(client, { text, values: [1], json })).rows).toEqual([
      { ...heads, value: '[{"n":2},{"n":3}]', far: '["2","k2"]' },
    ])
    expect((await ask(client, { text, values: [2], json })).rows).toMatchObject([{ ...heads, far: null }])
    expect((await ask(client, { text, values: [9], json })).rows).toEqual([
      { head: 'seven', value: '[]', near: null, far: null },
    ])
  })
})

describe('a conversation', () => {
  test('answers each its own, whatever became of the others, and takes turns with pg', async () => {
    const asked = Array.from({ length: 30 }, (_, index) =>
      askWire(client, {
        name: 'divide',
        text: 'select 10 / $1::int as value, $2::text as text',
        values: [index % 4, null],
      }),
    )
    const answers = await Promise.allSettled(asked)
    const found = answers.map((each) => (each.status === 'fulfilled' ? each.value.rows : each.reason.code))
    expect(found).toEqual(
      asked.map((_, index) => (index % 4 === 0 ? '22012' : [{ value: Math.trunc(10 / (index % 4)), text: null }])),
    )
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    expect((await askWire(client, { text: 'select $1::date as day', values: ['2026-01-31'] })).rows).toEqual([
      { day: '2026-01-31' },
    ])
  })

  test('values travel as pg sends them', async () => {
    const values = ['ķ\u0000'.slice(0, 1), 5, true, ['a"b', null, '\\'], Buffer.from([0, 255]), { a: 1 }, undefined]
    const text = 'select $1::text a, $2::int b, $3::bool c, $4::text[] d, $5::bytea e, $6::jsonb f, $7::text g'
    const { rows } = await askWire(client, { text, values })
    expect(rows).toEqual((await client.query(text, values)).rows)
  })

  test('a statement whose text is wrong fails with its error, and is read anew the next time', async () => {
    const wrong = { name: 'later', text: 'select * from not_yet', values: [] }
    const answers = await Promise.allSettled([askWire(client, wrong), askWire(client, wrong)])
    expect(answers.map((each) => each.status === 'rejected' && each.reason.code)).toEqual(['42P01', '42P01'])
    await client.query('create table not_yet (a int)')
    expect((await askWire(client, wrong)).rows).toEqual([])
  })

  test('a statement is parsed again when its rows got another shape or the connection has forgotten it', async () => {
    await client.query('create table shaped (a int); insert into shaped values (1)')
    const read = () => askWire(client, { name: 'shaped', text: 'select * from shaped', values: [] })
    expect((await read()).rows).toEqual([{ a: 1 }])
    await client.query(`alter table shaped add b text default 'x'`)
    const both = await Promise.all([read(), read(), read()])
    expect(both.map(({ rows }) => rows)).toEqual([1, 2, 3].map(() => [{ a: 1, b: 'x' }]))
    await client.query('deallocate all')
    expect((await Promise.all([read(), read()])).map(({ rows }) => rows)).toEqual([1, 2].map(() => [{ a: 1, b: 'x' }]))
  })

  test('a statement whose rows got another shape fails a transaction with the error that says so, once', async () => {
    await client.query('create table reshaped (a int)')
    const read = () => askWire(client, { name: 'reshaped', text: 'select * from reshaped', values: [] })
    await read()
    await client.query('alter table reshaped add b text')
    await client.query('begin')
    const error: unknown = await read().catch((caught: unknown) => caught)
    expect(violationOf(error)?.kind).toBe('undefined')
    await client.query('rollback')
    expect((await read()).rows).toEqual([])
  })

  test('what cannot be sent leaves nothing of it behind', async () => {
    const endless: Record<string, unknown> = {}
    endless['self'] = endless
    const text = 'select $1::text as a'
    await expect(askWire(client, { name: 'unsent', text, values: [endless] })).rejects.toThrow()
    expect((await askWire(client, { name: 'unsent', text, values: ['x'] })).rows).toEqual([{ a: 'x' }])
  })

  test('ends with an error when the connection does', async () => {
    const other = new Client({ connectionString: own.connectionString })
    other.on('error', () => undefined)
    await other.connect()
    const asked = [wireOf(other).ask({ text: 'select pg_sleep(5)' }), wireOf(other).ask({ text: 'select 1' })]
    const backend = (other as unknown as { processID: number }).processID
    setTimeout(() => void client.query('select pg_terminate_backend($1)', [backend]), 50)
    const answers = await Promise.allSettled(asked)
    expect(answers.map((each) => each.status)).toEqual(['rejected', 'rejected'])
    await expect(wireOf(other).ask({ text: 'select 1' })).rejects.toThrow('terminated')
  })
})

describe.each(['a socket of pg', 'a socket that lends'])('a copy over %s', (kind) => {
  let client: Client
  beforeAll(async () => {
    client = new Client({
      connectionString: own.connectionString,
      ...(kind === 'a socket that lends' && { stream: openPooledSocket }),
    })
    await client.connect()
  })
  afterAll(() => client.end())
  const bytesOf = async (text: string) => Buffer.concat(await client.query(copied(text)).toArray()).toString()

  test('brings every row, short or long, and leaves the connection to what is asked next', async () => {
    const rows = `select case when n % 500 = 0 then repeat(n::text, 40000) else 'row ' || n end from generate_series(1, 3000) n`
    const wanted = Array.from({ length: 3000 }, (_, index) => index + 1).map((n) =>
      n % 500 === 0 ? String(n).repeat(40_000) : `row ${n}`,
    )
    expect(await bytesOf(`copy (${rows}) to stdout`)).toBe(`${wanted.join('\n')}\n`)
    expect(await bytesOf('copy (select 1 where false) to stdout')).toBe('')
    expect(await bytesOf(`copy (select 1) to stdout (format csv)`)).toBe('1\n')
    expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }])
  })

  test('waits for a reader who is slow', async () => {
    const source = client.query(
      copied('copy (select repeat(n::text, 100) from generate_series(100000, 199999) n) to stdout'),
    )
    let size = 0
    for await (const piece of source) {
      size += (piece as Buffer).length
      expect(source.readableLength).toBeLessThan(1 << 20)
      if (size < 1 << 20) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    expect(size).toBe(100_000 * 601)
  })

  test('tells of an error, at its start and among its rows, and the connection goes on', async () => {
    await expect(bytesOf('copy (select nothing) to stdout')).rejects.toThrow('column "nothing" does not exist')
    const failing = 'copy (select 1 / (20000 - n) from generate_series(1, 30000) n) to stdout'
    await expect(bytesOf(failing)).rejects.toThrow('division by zero')
    // PostgreSQL is ready again a moment after it has told of the error, which pg waits for.
    expect((await client.query('select 2 as two')).rows).toEqual([{ two: 2 }])
    expect(await ask(client, { text: 'select 3 as three', values: [] })).toEqual({ rows: [{ three: 3 }], rowCount: 1 })
  })
})
