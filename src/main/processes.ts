import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '#platform/server/context.ts'
import type { Database, Transaction } from '#platform/server/database/database.ts'

/** A server process, and the storage of its files (`readStorageId`). */
export type ServerProcess = { readonly id: string; readonly storage: string; readonly host: string }

/** A transaction that says nothing for a minute is ended. */
const pulse = 20_000
/** How long after a lost connection the process is registered again, in milliseconds. */
const again = 5000

/**
 * Registers this process beside the others on its database, for as long as it lives: others know that it lives by a lock of
 * the transaction that it holds meanwhile, which ends with the process. Throws a sentence for the operator where a process
 * lives that keeps its files elsewhere (decision 41). `database` is for this alone, with two connections. Answers what takes
 * the process from the list.
 */
export async function registerProcess(
  database: Database,
  process: ServerProcess,
  log: Log,
): Promise<() => Promise<void>> {
  const stopping = new AbortController()
  const { signal } = stopping
  let life = await register(database, process)
  const watching = watch()
  return async () => {
    stopping.abort()
    life.end()
    await watching
    await database.execute({ text: 'delete from lintel.process where id = $1', values: [process.id] }).catch(() => 0)
    await database.stop()
  }

  async function watch(): Promise<void> {
    for (;;) {
      await life.ended
      await pause(again, undefined, { signal }).catch(() => undefined)
      if (signal.aborted) return
      try {
        life = await register(database, process)
      } catch (error) {
        log.error({ err: error }, 'this process could not be registered again')
      }
      if (signal.aborted) life.end()
    }
  }
}

/** A lock that other processes can observe; `ended` resolves when the lock is lost. */
type Life = { readonly ended: Promise<void>; end(): void }

async function register(database: Database, process: ServerProcess): Promise<Life> {
  const life = await holdLock(database, process.id)
  try {
    await database.transaction((transaction) => enter(transaction, process))
    return life
  } catch (error) {
    life.end()
    await life.ended
    throw error
  }
}

async function enter(transaction: Transaction, { id, storage, host }: ServerProcess): Promise<void> {
  await transaction.query({ text: `select pg_advisory_xact_lock(hashtextextended('processes', 0))`, values: [] })
  await transaction.execute({
    text: `delete from lintel.process where pg_try_advisory_xact_lock(hashtextextended('process ' || id, 0))`,
    values: [],
  })
  const [other] = await transaction.query<ServerProcess>({
    text: 'select id, storage, host from lintel.process where storage <> $1 and id <> $2 limit 1',
    values: [storage, id],
  })
  if (other) throw new Error(sentenceOf(storage, other))
  await transaction.execute({
    text: 'insert into lintel.process (id, storage, host) values ($1, $2, $3) on conflict do nothing',
    values: [id, storage, host],
  })
}

/** The setting that the operator has to change: one bucket for all processes, or the folder of the other process. */
function sentenceOf(own: string, other: ServerProcess): string {
  const settings =
    own.startsWith('bucket ') && other.storage.startsWith('bucket ')
      ? 'S3_BUCKET, S3_ENDPOINT and S3_REGION must be the same in every process'
      : 'S3_BUCKET must be set, to the same bucket, in every process; or DATA_FOLDER must be one folder that all of them share'
  return `Another process of this installation, on ${other.host}, keeps its files elsewhere, so that neither finds those of the other: ${settings}. Ours: ${own}. The other’s: ${other.storage}.`
}

async function holdLock(database: Database, id: string): Promise<Life> {
  const taken = Promise.withResolvers<void>()
  const given = Promise.withResolvers<void>()
  const lost = Promise.withResolvers<void>()
  const held = database.transaction(async (transaction) => {
    await transaction.query({
      text: `select pg_advisory_xact_lock(hashtextextended('process ' || $1, 0))`,
      values: [id],
    })
    taken.resolve()
    const beat = () => void transaction.query({ text: 'select', values: [] }).catch(() => lost.resolve())
    const timer = setInterval(beat, pulse)
    await Promise.race([given.promise, lost.promise]).finally(() => clearInterval(timer))
  })
  held.catch(taken.reject)
  await taken.promise
  const ended = held.catch(() => undefined)
  return { ended, end: given.resolve }
}
