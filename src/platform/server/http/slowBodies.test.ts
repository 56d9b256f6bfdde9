import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../../../test/support/database.ts'
import { newId } from '#platform/server/newId.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { createHttp } from '#platform/server/http/server.ts'
import { bodyLimits } from '#platform/server/http/slowBodies.ts'
import type { Http } from '#platform/server/http/validation.ts'

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const second = 1000

let own: TestDatabase
let database: Database
let app: Http
let port: number
// The clock and the timer of the watch stand in the hand of the test: nothing here waits for time to pass.
let at = 0
let look = () => undefined as void
const handled: string[] = []

beforeAll(async () => {
  own = await emptyDatabase('slowbodies')
  database = openDatabase({ connectionString: own.connectionString, connections: 1 })
  const ground = { database, now: () => new Date(), newId, log: quiet }
  const clock = {
    now: () => at,
    every: (work: () => void) => {
      look = work
      return () => undefined
    },
  }
  app = await createHttp({ ground, logger: undefined, trustProxy: false, bodies: { limits: bodyLimits, clock } })
  app.post('/whole', { config: { whenFull: 'open', access: 'public' } }, (request) => {
    handled.push('whole')
    return { length: JSON.stringify(request.body).length }
  })
  app.post('/upload', { config: { whenFull: 'open', access: 'public', body: 'upload' } }, async (request) => {
    const part = await request.file({ limits: { fileSize: 1e9 } })
    return { length: (await part?.toBuffer())?.length ?? 0 }
  })
  app.post(
    '/closed',
    {
      config: { whenFull: 'open', access: 'public' },
      onRequest: async (_request, reply) => reply.status(401).send({}),
    },
    () => ({}),
  )
  port = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(async () => {
  await app.close()
  await database.stop()
  await own.drop()
})

type Talk = {
  readonly socket: Socket
  readonly served: Socket
  readonly said: () => string
  readonly ended: Promise<unknown>
}

/** Begins a request; its body is sent by the test. */
async function begin(path: string, length: number, type = 'application/json'): Promise<Talk> {
  const connected = once(app.server, 'connection') as Promise<[Socket]>
  const arrived = once(app.server, 'request')
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`)
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  const [served] = await connected
  await arrived
  return { socket, served, said: () => text, ended: once(socket, 'close') }
}

/** Sends bytes and waits until the server has them. */
async function send({ socket, served }: Talk, bytes: string | Buffer) {
  const wanted = served.bytesRead + bytes.length
  socket.write(bytes)
  await expect.poll(() => served.bytesRead, { interval: 2 }).toBe(wanted)
  await expect.poll(() => served.readableLength, { interval: 2 }).toBe(0)
}

const pass = (milliseconds: number) => {
  at += milliseconds
  look()
}

test('a body that is not whole after 30 seconds is refused, however steadily it drips, and its connection ends', async () => {
  const talk = await begin('/whole', 100)
  for (let left = 29; left > 0; left--) {
    await send(talk, '1')
    pass(second)
  }
  expect(talk.said()).toBe('')
  pass(second)
  await talk.ended
  expect(talk.said()).toMatch(/^HTTP\/1\.1 408 [^]*"request\.slowBody"/)
  expect(handled).toEqual([])
})

test('one that is whole before that is read, and the connection serves the next', async () => {
  const talk = await begin('/whole', 4)
  await send(talk, '12')
  pass(29 * second)
  talk.socket.write('34')
  await expect.poll(talk.said).toContain('"length":4')
  pass(60 * second)
  talk.socket.write(
    'POST /whole HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 1\r\n\r\n7',
  )
  await expect.poll(talk.said).toContain('"length":1')
  talk.socket.destroy()
})

test('a request that was answered before its body came holds its connection no longer', async () => {
  const talk = await begin('/closed', 100)
  await expect.poll(talk.said).toContain('401')
  pass(30 * second)
  await talk.ended
  expect(talk.served.destroyed).toBe(true)
})

const boundary = 'x'
const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\n`
const tail = `\r\n--${boundary}--\r\n`
const form = `multipart/form-data; boundary=${boundary}`

test('an upload may take for ever at 10 kB a second', async () => {
  const pieces = 100
  const piece = Buffer.alloc(10_500, 'a')
  const talk = await begin('/upload', head.length + pieces * piece.length + tail.length, form)
  await send(talk, head)
  for (let left = pieces; left > 0; left--) {
    await send(talk, piece)
    pass(second)
  }
  talk.socket.write(tail)
  await expect.poll(talk.said).toContain(`"length":${pieces * piece.length}`)
  talk.socket.destroy()
})

test.each([
  ['from its beginning', 0, 29],
  ['after it was fast', 2_000_000, 30],
])('one that is slower for 30 seconds is refused, %s', async (_name, first, seconds) => {
  const talk = await begin('/upload', 100_000_000, form)
  await send(talk, head)
  if (first > 0) await send(talk, Buffer.alloc(first, 'a'))
  for (let left = seconds; left > 0; left--) {
    pass(second)
    expect(talk.said()).toBe('')
    await send(talk, Buffer.alloc(9_000, 'a'))
  }
  pass(second)
  await talk.ended
  expect(talk.said()).toMatch(/^HTTP\/1\.1 408 /)
})
