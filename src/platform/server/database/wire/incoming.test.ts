import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { Client, type Connection } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { emptyDatabase, type TestDatabase } from '../../../../../test/support/database.ts'
import { ask } from '#platform/server/database/wire/ask.ts'
import { copied } from '#platform/server/database/wire/copied.ts'
import { takeRows } from '#platform/server/database/wire/copyMessages.ts'
import { createIncoming } from '#platform/server/database/wire/incoming.ts'
import { createPieces } from '#platform/server/bufferPool.ts'

let own: TestDatabase
beforeAll(async () => void (own = await emptyDatabase('wire_incoming')))
afterAll(() => own.drop())

const message = (type: string, body: string) => {
  const bytes = Buffer.from(`${type}____${body}`)
  bytes.writeUInt32BE(body.length + 4, 1)
  return bytes
}

test('a message of many pieces is put together in the time that it takes to read it', () => {
  let read = 0
  const ignored = { parsed() {}, fields() {}, complete() {}, failed() {}, ready() {} }
  const incoming = createIncoming({ ...ignored, rows: (bytes) => (read += bytes.length) })
  const whole = message('D', 'x'.repeat(32_000_000))
  const answers = new Set<boolean>()
  for (let at = 0; at < whole.length; at += 1000) answers.add(incoming(whole.subarray(at, at + 1000)))
  expect(read).toBe(whole.length)
  expect([...answers]).toEqual([true, false])
})

test('an answer that nobody should hold ends the connection, and nothing else', async () => {
  const other = new Client({ connectionString: own.connectionString })
  other.on('error', () => undefined)
  await other.connect()
  const text = `select repeat('x', $1::int) as x`
  await expect(ask(other, { text, values: [300_000_000] })).rejects.toThrow('too long')
  await expect(ask(other, { text, values: [1] })).rejects.toThrow()
})

test('messages are found wherever the pieces are cut', () => {
  const whole = Buffer.concat([
    message('1', ''),
    message('D', 'one'),
    message('D', 'two'),
    message('C', 'SELECT 2\0'),
    message('Z', 'I'),
    message('E', 'C22012\0Mdivision\0\0'),
  ])
  for (let size = 1; size <= whole.length; size++) {
    const heard: string[] = []
    const incoming = createIncoming({
      parsed: () => heard.push('parsed'),
      fields: () => heard.push('fields'),
      rows: (bytes) => heard.push(bytes.toString('latin1').replaceAll('D\0\0\0\u0007', 'row ')),
      complete: (tag) => heard.push(tag),
      failed: ({ code, message: text }) => heard.push(`${code} ${text}`),
      ready: () => heard.push('ready'),
    })
    for (let at = 0; at < whole.length; at += size) incoming(whole.subarray(at, at + size))
    expect(heard.join().replaceAll(',row', 'row')).toBe(
      'parsed,row onerow two,SELECT 2,ready,22012 division'.replaceAll(',row', 'row'),
    )
  }
})

test('rows of a copy stay whole, however their messages are cut and whenever they are passed on', () => {
  const rows = ['short\n', `${'longer than any piece '.repeat(10)}\n`, '\n', 'a row of twenty.....\n', 'the last\n']
  const whole = Buffer.concat([
    message('H', '\0\0\u0001\0\0'),
    ...rows.flatMap((row) => [message('d', row), message('N', 'SNOTICE\0\0')]),
    message('c', ''),
    message('C', 'COPY 5\0'),
  ])
  for (let size = 1; size <= whole.length; size++) {
    for (const passes of [1, 3, whole.length]) {
      const heard: string[] = []
      const pieces = createPieces(40)
      const reading = takeRows(pieces, (piece) => {
        heard.push(piece.toString())
        pieces.giveBack(piece.fill('?'))
      })
      let rest: Buffer | undefined
      for (let at = 0; at < whole.length; at += size) {
        // What came is only lent.
        const chunk = Buffer.from(whole.subarray(at, at + size))
        const left = rest ? { bytes: chunk } : reading.take(chunk)
        if (left) rest = Buffer.concat([rest ?? Buffer.alloc(0), left.bytes])
        if (!left) chunk.fill('!')
        if ((at / size) % passes === 0) reading.pass()
      }
      reading.pass()
      expect(heard.join('')).toBe(rows.join(''))
      expect(heard.every((piece) => piece.endsWith('\n'))).toBe(true)
      expect(rest?.toString()).toBe(message('C', 'COPY 5\0').toString())
    }
  }
})

test('a row that comes long after the beginning of its copy waits for no others', async () => {
  const stream = new PassThrough()
  const source = copied('copy')
  source.submit({ stream, query: () => undefined } as unknown as Connection)
  const heard = once(source, 'data')
  stream.write(message('H', '\0\0\u0001\0\0'))
  await new Promise((resolve) => setTimeout(resolve, 100))
  stream.write(message('d', 'late\n'))
  expect(String((await heard)[0])).toBe('late\n')
})
