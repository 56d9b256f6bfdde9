import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pino } from 'pino'
import { buildApi } from '#main/api.ts'
import { openStorage } from '#platform/server/storage.ts'
import { logOptions } from '#platform/server/log.ts'
import type { BaseContext } from '#platform/server/context.ts'
import { newId } from '#platform/server/newId.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { openMailbox, type Mailbox } from '#platform/server/mail/mailbox.ts'
import { driver } from './driver.ts'
import { createClock, type TestClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { answerOf, type Send } from './maker.ts'

/** The whole product on a database of its own; it listens nowhere. */
export type WholeLintel = {
  readonly app: Http
  readonly database: Database
  readonly mailbox: Mailbox
  readonly send: Send
  readonly clock: TestClock
  readonly dataFolder: string
  /** Everything that was logged, on the level that says most. */
  readonly log: () => string
  close(): Promise<void>
}

export type Choice = {
  readonly isReadOnly?: () => boolean
  readonly connections?: number
  readonly statementTimeout?: number
  readonly heavyStatements?: number
  /** Another way to its database, such as through a proxy. */
  readonly reach?: (connectionString: string) => Promise<string>
}

/** Every route of the product as main puts it together, its jobs running. */
export async function openLintel(name: string, choice: Choice = {}): Promise<WholeLintel> {
  const own = await testDatabase(name)
  const { connections = 8, statementTimeout = 10_000, reach = (address: string) => Promise.resolve(address) } = choice
  const connectionString = await reach(own.connectionString)
  const { heavyStatements } = choice
  const database = openDatabase({ driver, connectionString, connections, statementTimeout, heavyStatements })
  const online = openDatabase({ driver, connectionString, connections: 4, statementTimeout: 0 })
  const dataFolder = await mkdtemp(join(tmpdir(), 'lintel-whole-'))
  const lines: string[] = []
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString())
      done()
    },
  })
  const logger = pino(logOptions('trace'), sink)
  const clock = createClock()
  const ground: BaseContext = { database, now: clock.now, newId, log: logger }
  const mailbox = openMailbox(ground.now)
  const { app, runner, settled } = await buildApi({
    ground,
    logger,
    online,
    mailer: mailbox,
    mailbox,
    secret: 'a secret of the test, 32 characters long',
    dataFolder,
    storage: await openStorage(dataFolder, undefined),
    webFolder: undefined,
    region: 'eu',
    trustProxy: false,
    corsOrigins: ['https://intranet.example.com'],
    webAddress: () => 'http://localhost:3000',
    isReadOnly: choice.isReadOnly ?? (() => false),
  })
  await app.ready()
  runner.start()
  const send: Send = async (method, url, body, headers = {}) => {
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        host: 'localhost:3000',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
    const flat = Object.fromEntries(Object.entries(answer.headers).map(([key, value]) => [key, value?.toString()]))
    return answerOf(answer.statusCode, flat, answer.body)
  }
  return {
    app,
    database,
    mailbox,
    send,
    clock,
    dataFolder,
    log: () => lines.join(''),
    async close() {
      await app.close()
      await runner.stop(0)
      await settled()
      await Promise.all([database.stop(), online.stop()])
      await rm(dataFolder, { recursive: true, force: true })
      await own.drop()
    },
  }
}
