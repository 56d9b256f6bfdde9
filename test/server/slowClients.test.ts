import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openThings, type Things } from '../support/things.ts'

let things: Things
let port: number
const sockets: Socket[] = []
beforeAll(async () => {
  things = await openThings('slow', { connections: 2 })
  port = Number(new URL(await things.lintel.app.listen({ port: 0, host: '127.0.0.1' })).port)
  // Each thousand of them is two megabytes of JSON and more: whole answers do not fit into the buffers of a connection.
  const { schema } = things.home
  await things.lintel.database.execute({
    text: `insert into "${schema}".things (id, name, status, version, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id, title)
      select gen_random_uuid(), repeat('n', 80), 'active', 1, now(), created_by_id, now(), updated_by_id, owner_id, owning_unit_id, repeat('t', 2000)
      from "${schema}".things, generate_series(1, 4000) where things.id = $1`,
    values: [things.record],
  })
})
afterAll(async () => {
  for (const socket of sockets) socket.destroy()
  await things.lintel.close()
})

function open(head: string): Socket {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  sockets.push(socket)
  socket.write(`${head} HTTP/1.1\r\nhost: localhost:3000\r\nauthorization: Bearer ${things.maker.token}\r\n`)
  return socket
}

/** The longest of ten reads and writes of somebody else, in milliseconds. */
async function longestOfOthers(): Promise<number> {
  let longest = 0
  for (let round = 0; round < 10; round++) {
    const start = performance.now()
    expect((await things.maker.send('GET', things.records('?$top=5'))).status).toBe(200)
    expect((await things.maker.send('POST', things.records(), { title: 'other' })).status).toBe(201)
    longest = Math.max(longest, performance.now() - start)
  }
  return longest
}

test('readers that stall in the midst of large answers keep no connection of the database, and others are served', async () => {
  for (let reader = 0; reader < 12; reader++)
    open(`GET ${things.records('?$top=200')}`).write('prefer: maxpagesize=200\r\n\r\n')
  // As much as each takes without reading.
  await expect
    .poll(() => Math.min(...sockets.map((socket) => socket.readableLength)), { timeout: 20_000 })
    .toBeGreaterThan(10_000)
  expect(await longestOfOthers()).toBeLessThan(3000)
  const busy = `select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and state <> 'idle'
    and backend_type = 'client backend'`
  await expect.poll(() => things.lintel.database.query({ text: busy }), { timeout: 5000 }).toEqual([])
  for (const socket of sockets) socket.destroy()
})

test('large lists wait for the memory that unread ones hold, and small ones never do', async () => {
  const whole = things.records('?$top=4000')
  const prefer = 'maxpagesize=4000'
  // From now on it is known how large this list is: nine megabytes, and one person has sixteen.
  expect((await things.maker.send('GET', whole, undefined, { prefer })).status).toBe(200)
  const stalled = Array.from({ length: 4 }, () => {
    const socket = open(`GET ${whole}`)
    socket.write(`prefer: ${prefer}\r\n\r\n`)
    return socket
  })
  const answered = () => stalled.filter((socket) => socket.readableLength > 0)
  await expect.poll(() => answered().length, { timeout: 15_000 }).toBe(1)
  expect((await things.maker.send('GET', things.records('?$top=20'))).status).toBe(200)
  expect(answered(), 'the others wait').toHaveLength(1)
  for (const reader of answered()) reader.destroy()
  await expect.poll(() => answered().filter((socket) => !socket.destroyed).length, { timeout: 15_000 }).toBe(1)
  for (const socket of stalled) socket.destroy()
})

test('bodies that come byte by byte keep nobody waiting, and are read when they are whole', async () => {
  const body = JSON.stringify({ title: 'slowly' })
  const heads = `content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`
  const slow = Array.from({ length: 30 }, () => open(`POST ${things.records()}`))
  for (const socket of slow) socket.write(heads)
  const answers = slow.map(
    (socket) => new Promise<string>((done) => socket.once('data', (chunk) => done(String(chunk)))),
  )
  const others = longestOfOthers()
  for (const letter of body) {
    for (const socket of slow) socket.write(letter)
    await pause(10)
  }
  expect(await others).toBeLessThan(3000)
  for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^HTTP\/1\.1 201 /)
})

test('two administrators who change one definition at once: one is served, the other is told that it is stale', async () => {
  const path = `/api/metadata/entity/v1/${things.home.id}/${things.entity.id}`
  const tag = (await things.maker.send('GET', path)).headers['etag'] ?? ''
  const change = (name: string) => things.maker.send('PATCH', path, { name }, { 'if-match': tag })
  const answers = await Promise.all([change('First of two'), change('Second of two')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 412])
})
