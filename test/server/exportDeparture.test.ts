import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openThings, type Things } from '../support/things.ts'

let things: Things
let port: number
let entity: string
beforeAll(async () => {
  things = await openThings('exportdeparture')
  port = Number(new URL(await things.lintel.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const found = await things.lintel.database.query<{ id: string }>({
    text: `select id from "${things.home.schema}"."_entity" where uri = 'things'`,
  })
  entity = found[0]?.id ?? ''
  await addRows()
})
afterAll(() => things.lintel.close())

const common = 'version, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id'

const copies = async () =>
  (
    await things.lintel.database.query({
      text: `select 1 from pg_stat_activity where datname = current_database() and query ilike 'copy (select%' and state <> 'idle'`,
    })
  ).length

/** Copies that wait for no reader; those whose bytes are all on their way have ended. */
const moving = async () =>
  (
    await things.lintel.database.query({
      text: `select 1 from pg_stat_activity
        where datname = current_database() and query ilike 'copy (select%' and state <> 'idle' and wait_event is distinct from 'ClientWrite'`,
    })
  ).length

/** Enough rows that they do not fit into the buffers on the way; in portions, as a busy machine needs them. */
async function addRows(): Promise<void> {
  const table = `"${things.home.schema}"."things"`
  const portion = {
    text: `insert into ${table} (id, name, status, ${common})
      select gen_random_uuid(), repeat('x', 250), 'active', ${common}
      from (select * from ${table} limit 1) t, generate_series(1, 10000)`,
  }
  for (let count = 0; count < 6; count++) await things.lintel.database.execute(portion)
}

test.each(['csv', 'xlsx', 'jsonl'])(
  'a client that goes away during an export as %s ends the work in the database',
  async (format) => {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET /api/export/v1/${things.home.id}/${entity}?format=${format} HTTP/1.1\r\nhost: localhost:3000\r\nauthorization: Bearer ${things.maker.token}\r\n\r\n`,
    )
    await new Promise((done) => socket.once('data', done))
    socket.pause()
    await expect.poll(copies).toBe(1)
    socket.destroy()
    await expect.poll(copies).toBe(0)
    const next = await things.maker.send(
      'GET',
      `/api/export/v1/${things.home.id}/${entity}?columns=name&filter=name%20eq%20'none'`,
    )
    expect(next.text).toBe('Name\n')
  },
)

test('a reader who pauses gets what one who does not gets', async () => {
  const path = `/api/export/v1/${things.home.id}/${entity}?columns=id,name`
  const headers = { authorization: `Bearer ${things.maker.token}` }
  const [paused] = (await once(get({ host: '127.0.0.1', port, path, headers }), 'response')) as [IncomingMessage]
  await expect.poll(moving).toBe(0)
  const rows = (file: string) => file.split('\n').toSorted()
  const slow = rows(await text(paused))
  expect(slow.length).toBeGreaterThan(60_000)
  const quick = rows((await things.maker.send('GET', path)).text)
  // One assertion on all of it would print all of it.
  expect(slow.length).toBe(quick.length)
  expect(slow.findIndex((row, at) => row !== quick[at])).toBe(-1)
})

test('an export that cannot be noted in the log ends the work in the database, and the next one has its place', async () => {
  const schema = `"${things.home.schema}"`
  await things.lintel.database.execute({ text: `alter table ${schema}."_audit" rename to "_audit_away"` })
  const path = `/api/export/v1/${things.home.id}/${entity}?format=csv`
  for (let count = 0; count < 3; count++) {
    expect((await things.maker.send('GET', path)).status).toBe(500)
    await expect.poll(copies).toBe(0)
  }
  await things.lintel.database.execute({ text: `alter table ${schema}."_audit_away" rename to "_audit"` })
  expect((await things.maker.send('GET', path)).status).toBe(200)
})

test('a copy that fails while it is noted is told to its reader, and ends nothing else', async () => {
  const { database } = things.lintel
  let answer: Promise<{ readonly status: number }> | undefined
  await database.transaction(async (transaction) => {
    const schema = `"${things.home.schema}"`
    await transaction.execute({ text: `lock table ${schema}."_audit" in share mode` })
    // The copy waits before its first row: one that waits for its reader would take no cancellation.
    await transaction.execute({ text: `lock table ${schema}."things" in access exclusive mode` })
    answer = things.maker.send('GET', `/api/export/v1/${things.home.id}/${entity}`)
    await expect.poll(copies).toBe(1)
    await transaction.query({
      text: `select pg_cancel_backend(pid) from pg_stat_activity
        where datname = current_database() and query ilike 'copy (select%' and state <> 'idle'`,
    })
    await expect.poll(copies).toBe(0)
  })
  expect((await answer)?.status).toBeGreaterThanOrEqual(500)
  expect((await things.maker.send('GET', `/api/export/v1/${things.home.id}/${entity}?columns=name`)).status).toBe(200)
})

test('a copy that breaks off on the way breaks its answer off too, and ends nothing else', async () => {
  // Compressed it could fit into the buffers on the way, and the copy be over before it is broken off.
  const answer = fetch(`http://127.0.0.1:${port}/api/export/v1/${things.home.id}/${entity}`, {
    headers: { authorization: `Bearer ${things.maker.token}`, 'accept-encoding': 'identity' },
  })
  const reader = (await answer).body?.getReader()
  await expect.poll(copies).toBe(1)
  await things.lintel.database.query({
    text: `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query ilike 'copy (select%' and state <> 'idle'`,
  })
  const toTheEnd = async () => {
    while (!(await reader?.read())?.done) continue
  }
  await expect(toTheEnd()).rejects.toThrow()
  expect((await things.maker.send('GET', `/api/export/v1/${things.home.id}/${entity}?columns=name`)).status).toBe(200)
})
