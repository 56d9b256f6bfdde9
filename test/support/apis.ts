import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApi } from '../../src/main/api.ts'
import { longWorkConnections } from '../../src/main/store.ts'
import type { BaseContext } from '../../src/platform/server/context.ts'
import { newId } from '../../src/platform/server/newId.ts'
import { openDatabase, type Database } from '../../src/platform/server/database/database.ts'
import { openMailbox } from '../../src/platform/server/mail/mailbox.ts'
import { openStorage, type Storage } from '../../src/platform/server/storage.ts'
import { driver } from './driver.ts'
import { createClock, type TestClock } from './clock.ts'
import { testDatabase } from './database.ts'
import { answerOf, type Send } from './maker.ts'

/** The whole API on a database, as one process of the product has it. */
export type TestApi = {
  readonly database: Database
  readonly send: Send
  readonly clock: TestClock
  /** Where the files of records lie. */
  readonly storage: Storage
  /** Most jobs that this process runs at once. */
  readonly mostJobs: number
  /** Runs the jobs of this process, until it is closed. */
  work(): void
  close(): Promise<void>
}

const quiet = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }

/** A database of its own with the whole API on it. Several APIs on one address are like several processes. */
export async function openApiOn(name: string): Promise<TestApi & { readonly connectionString: string }> {
  const { connectionString, drop } = await testDatabase(name)
  const api = await openApi(connectionString)
  return {
    ...api,
    connectionString,
    async close() {
      await api.close()
      await drop()
    },
  }
}

/** A further process on the same database, with snapshots and caches of its own. */
export async function openApi(connectionString: string): Promise<TestApi> {
  const database = openDatabase({ driver, connectionString })
  const online = openDatabase({ driver, connectionString, connections: longWorkConnections, statementTimeout: 0 })
  const dataFolder = await mkdtemp(join(tmpdir(), 'lintel-api-'))
  const clock = createClock()
  const ground: BaseContext = { database, now: clock.now, newId, log: quiet }
  const mailbox = openMailbox(ground.now)
  const storage = await openStorage(dataFolder, undefined)
  const { app, runner, settled } = await buildApi({
    ground,
    logger: undefined,
    online,
    mailer: mailbox,
    mailbox,
    secret: 'a secret of tests',
    dataFolder,
    storage,
    webFolder: undefined,
    region: 'eu',
    trustProxy: false,
    corsOrigins: ['https://intranet.example.com'],
    webAddress: () => 'http://localhost:3000',
    isReadOnly: () => false,
  })
  await app.ready()
  const send: Send = async (method, path, body, headers) => {
    const answer = await app.inject({
      method: method as 'GET',
      url: path,
      headers: {
        host: 'localhost:3000',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined
        ? {}
        : { payload: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
    })
    const texts = Object.fromEntries(Object.entries(answer.headers).map(([key, value]) => [key, value?.toString()]))
    return answerOf(answer.statusCode, texts, answer.body)
  }
  return {
    database,
    send,
    clock,
    storage,
    mostJobs: runner.mostAtOnce,
    work: () => runner.start(),
    async close() {
      await app.close()
      await runner.stop(0)
      await settled()
      await Promise.all([database.stop(), online.stop()])
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}
