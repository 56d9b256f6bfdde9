import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { newId } from '#platform/server/newId.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { createHttp } from '#platform/server/http/server.ts'
import type { Http } from '#platform/server/http/validation.ts'

const large = 'x'.repeat(20 * 1024 * 1024)
const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const patience = 400

let own: TestDatabase
let database: Database
let app: Http
let port: number
beforeAll(async () => {
  own = await emptyDatabase('stalled')
  database = openDatabase({ connectionString: own.connectionString, connections: 1 })
  const ground = { database, now: () => new Date(), newId, log: quiet }
  app = await createHttp({ ground, logger: undefined, trustProxy: false, stalledAfter: patience })
  const config = { access: 'public' } as const
  app.get('/large', { config }, () => large)
  app.get('/slow', { config }, () => pause(3 * patience).then(() => 'late'))
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await app.close()
  await database.stop()
  await own.drop()
})

/** Asks on a socket of its own. */
function ask(path: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`)
  return socket
}

test('a client that takes nothing of a large answer is cut off', async () => {
  const socket = ask('/large')
  const served = await new Promise<Socket>((found) => app.server.once('connection', found))
  await expect.poll(() => served.writableLength, { timeout: 2000 }).toBeGreaterThan(1024 * 1024)
  await expect.poll(() => served.destroyed, { timeout: 5000 }).toBe(true)
  socket.destroy()
})

test('one that takes it slowly, but takes it, gets all of it', async () => {
  const socket = ask('/large')
  let taken = 0
  const start = performance.now()
  for await (const chunk of socket) {
    taken += (chunk as Buffer).length
    // Now and then a pause, each shorter than the limit; all of them together are longer.
    if (taken % (3 * 1024 * 1024) < (chunk as Buffer).length) await pause(patience / 2)
    if (taken > large.length) break
  }
  expect(taken).toBeGreaterThan(large.length)
  expect(performance.now() - start).toBeGreaterThan(patience)
})

test('a handler that takes longer than that is not hurried', async () => {
  const answer = await fetch(`http://127.0.0.1:${port}/slow`)
  expect(await answer.text()).toBe('late')
})

test('after a large answer the connection serves the next request without a limit', async () => {
  const large = await fetch(`http://127.0.0.1:${port}/large`)
  expect((await large.text()).length).toBeGreaterThan(1024)
  expect(await (await fetch(`http://127.0.0.1:${port}/slow`)).text()).toBe('late')
})
