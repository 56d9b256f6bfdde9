import type pg from 'pg'
import { wireOf } from '#platform/server/database/wire/clientWire.ts'
import { ask } from '#platform/server/database/wire/ask.ts'
import { copied } from '#platform/server/database/wire/copied.ts'
import { plainCopy } from '#platform/server/database/wire/plainCopy.ts'
import { PlainClient } from '#platform/server/database/wire/plainWire.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { translateError } from '#platform/server/database/errors.ts'
import type { InPieces } from '#platform/server/bufferPool.ts'

/** Runs in the snapshot of the copy; returns the text of the `COPY ... TO STDOUT`. */
export type PrepareCopy = (executor: Executor) => Promise<string>

type Copying = {
  readonly prepare: PrepareCopy
  readonly role: string | undefined
  readonly cancel: (backend: number) => Promise<unknown>
}

/**
 * `COPY ... TO STDOUT` as a byte stream, in the same snapshot as the queries of `prepare`. The connection is released
 * when the stream ends. When the stream is destroyed early, the statement is cancelled and the connection is discarded.
 */
export async function copyOut(client: pg.PoolClient, { prepare, role, cancel }: Copying): Promise<InPieces> {
  try {
    await wireOf(client).become(role)
    await client.query(`begin isolation level repeatable read read only`)
    const text = await prepare(executorOn(client, role))
    const source = client.query(client instanceof PlainClient ? plainCopy(text) : copied(text))
    source.once('end', () => {
      client.query('commit').then(
        () => client.release(),
        (error: Error) => client.release(error),
      )
    })
    // The error arrives twice: once as the event, and once more as the error that ends the stream.
    source.on('error', (error) => source.destroy(error))
    source.once('close', () => {
      if (source.readableEnded) return
      cancel(client.processID ?? 0).catch(() => undefined)
      client.release(source.errored ?? new Error('nobody reads this copy any more'))
    })
    return source
  } catch (error) {
    await client.query('rollback').then(
      () => client.release(),
      (lost: Error) => client.release(lost),
    )
    throw translateError(error)
  }
}

function executorOn(client: pg.PoolClient, role: string | undefined): Executor {
  return {
    async query<Row>({ text, values }: Parameters<Executor['query']>[0]) {
      return (await ask(client, { text, values: [...(values ?? [])], role })).rows as Row[]
    },
    async execute({ text, values }) {
      return (await ask(client, { text, values: [...(values ?? [])], role })).rowCount ?? 0
    },
  }
}
