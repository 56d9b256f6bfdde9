import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { close } from '#platform/server/http/close.ts'
import { openLintel } from '../support/lintel.ts'
import { openThings, type Things } from '../support/things.ts'

let things: Things
beforeAll(async () => {
  things = await openThings('limits')
})
afterAll(() => things.lintel.close())

test('a body that comes in pieces is cut off at 10 MiB', async () => {
  const address = await things.lintel.app.listen({ port: 0, host: '127.0.0.1' })
  const socket = connect(Number(new URL(address).port), '127.0.0.1')
  const said = new Promise<string>((done) => {
    let text = ''
    socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
    socket.on('error', () => done(text)).on('close', () => done(text))
  })
  socket.write(
    `POST ${things.records()} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${things.maker.token}\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  const piece = `${(65_536).toString(16)}\r\n${'"'.repeat(65_536)}\r\n`
  for (let count = 0; count < 170 && socket.writable; count++) socket.write(piece)
  socket.end('0\r\n\r\n')
  expect(await said).toMatch(/^HTTP\/1\.1 413 /)
})

test('a request that says two lengths, or one twice, is refused, and nothing behind it is taken for another', async () => {
  const own = await openLintel('smuggling')
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const hidden = 'GET /api/region/v1 HTTP/1.1\r\nhost: localhost\r\n\r\n'
  for (const lengths of [
    `content-length: ${hidden.length + 5}\r\ntransfer-encoding: chunked`,
    `content-length: 0\r\ncontent-length: ${hidden.length}`,
    'transfer-encoding: chunked, identity',
    'transfer-encoding: xchunked',
  ]) {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    const said = new Promise<string>((done) => {
      let text = ''
      socket.on('data', (chunk: Buffer) => (text += chunk.toString()))
      socket.on('error', () => done(text)).on('close', () => done(text))
    })
    socket.write(
      `POST /api/auth/security/v1/signin HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n${lengths}\r\n\r\n0\r\n\r\n${hidden}`,
    )
    const answer = await said
    expect(answer, lengths).toMatch(/^HTTP\/1\.1 400 /)
    expect(answer, lengths).not.toContain('"available"')
  }
  await own.close()
})

test('a stop waits for requests that run, and cuts off who never ends one', async () => {
  const own = await openLintel('stop')
  const address = await own.app.listen({ port: 0, host: '127.0.0.1' })
  const slow = connect(Number(new URL(address).port), '127.0.0.1')
  const cut = new Promise<void>((done) => slow.on('error', () => undefined).on('close', () => done()))
  slow.write(
    'POST /api/auth/security/v1/signin HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 99\r\n\r\n{',
  )
  await pause(100)
  const start = performance.now()
  await close(own.app, 300)
  await cut
  expect(performance.now() - start).toBeGreaterThan(290)
  expect(performance.now() - start).toBeLessThan(5000)
  await own.close()
})

test('what was typed and mailed in secret stands in no line of the log', async () => {
  await things.lintel.database.execute({ text: 'delete from lintel.rate_limit' })
  await things.lintel.send('POST', '/api/auth/security/v1/signin', {
    email: 'anna@example.org',
    password: 'Otter7Bay',
    method: 'jwt',
  })
  // What goes wrong is logged with most words.
  const boundary = { 'content-type': 'multipart/form-data; boundary=x' }
  await things.maker.send('POST', `/api/import/v1/${things.home.id}/upload`, '--x', boundary)
  await things.maker.send('GET', things.records('?$apply=x'))
  const codes = things.lintel.mailbox.mails().flatMap(({ text }) => /\b\d{6}\b/.exec(text)?.[0] ?? [])
  expect(things.lintel.log().length).toBeGreaterThan(200)
  for (const secret of ['Otter7Bay', things.maker.token, '$argon2', ...codes.map((code) => `"${code}"`)])
    expect(things.lintel.log()).not.toContain(secret)
})
