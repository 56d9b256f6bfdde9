import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openThings, type Things } from '../support/things.ts'

let things: Things
let port: number
beforeAll(async () => {
  things = await openThings('departure')
  port = Number(new URL(await things.lintel.app.listen({ port: 0, host: '127.0.0.1' })).port)
})
afterAll(() => things.lintel.close())

const records = (amount: number) => `${things.records()}?$filter=amount%20gt%20${amount}`

/** Asks over a socket of its own, which the test may close. */
function ask(method: string, path: string, body = ''): Socket {
  const socket = connect(port, '127.0.0.1')
  const length = body === '' ? '' : `content-type: text/plain\r\ncontent-length: ${body.length}\r\n`
  const head = `${method} ${path} HTTP/1.1\r\nhost: localhost:3000\r\nauthorization: Bearer ${things.maker.token}\r\n`
  socket.write(`${head}${length}\r\n${body}`)
  return socket
}

/** How many statements on the records wait for the lock of the test. */
async function waiting(): Promise<number> {
  const rows = await things.lintel.database.query({
    text: `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  })
  return rows.length
}

test('a client that goes away during a read has its statement cancelled; the neighbour who asks the same stays', async () => {
  const { lintel, maker, home } = things
  let neighbour: Promise<{ status: number }> | undefined
  await lintel.database.transaction(async (transaction) => {
    await transaction.execute({ text: `lock table "${home.schema}".things in access exclusive mode` })
    const leaver = ask('GET', records(1))
    await expect.poll(waiting).toBe(1)
    neighbour = maker.send('GET', records(2))
    await expect.poll(waiting).toBe(2)
    leaver.destroy()
    await expect.poll(waiting).toBe(1)
  })
  expect((await neighbour)?.status).toBe(200)
  expect(lintel.log()).not.toMatch(/"status":5\d\d/)
})

test('so is a read whose query came in a body', async () => {
  const { lintel, home } = things
  await lintel.database.transaction(async (transaction) => {
    await transaction.execute({ text: `lock table "${home.schema}".things in access exclusive mode` })
    const leaver = ask('POST', `${things.records()}/$query`, '$filter=amount gt 3')
    await expect.poll(waiting).toBe(1)
    leaver.destroy()
    await expect.poll(waiting).toBe(0)
  })
})

test('an answer that is given in time disturbs nobody, however often connections close', async () => {
  for (let round = 0; round < 30; round++) {
    const socket = ask('GET', records(round))
    await new Promise((done) => socket.once('data', done))
    socket.destroy()
    expect((await things.maker.send('GET', records(round + 1))).status).toBe(200)
  }
})
