import pg from 'pg'
import { isForgotten, isSilence } from '#platform/server/database/errors.ts'
import type { WireQuestion, Reply, PostgresWire } from '#platform/server/database/wire/wire.ts'

/** A client whose statements are queries of pg alone (`DATABASE_DRIVER=pg`). */
export class PlainClient extends pg.Client {}

/** SQLSTATE 25P02: the transaction has failed already. */
const failedTransaction = '25P02'

/** Every value stays the text that PostgreSQL sent. */
const texts = { getTypeParser: () => (text: string) => text } as unknown as pg.CustomTypesConfig

/**
 * The wire by queries of pg, one after the other. A fallback in case of a fault in the own wire, and the reference for
 * the contract tests. An answer that is too long for a JavaScript string ends the process here.
 */
export function openPlainWire(client: PlainClient): PostgresWire {
  let last: Promise<unknown> = Promise.resolve()
  let role: string | undefined
  let broken: Error | undefined

  function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
    const next = last.then(work)
    last = next.catch(() => undefined)
    return next
  }

  // No statement may run under another role than its own.
  async function become(wanted: string | undefined): Promise<void> {
    if (broken) throw broken
    if (wanted === role) return
    try {
      await query({ text: `select set_config('role', $1, false)`, values: [wanted ?? 'none'] })
      role = wanted
    } catch (error) {
      breakOff(error)
      throw error
    }
  }

  async function ask(question: WireQuestion): Promise<Reply> {
    await become(question.role)
    try {
      return await query(question)
    } catch (error) {
      if (!(error instanceof Error)) throw error
      if (isSilence(error)) breakOff(error)
      if (question.name === undefined || !isForgotten(error)) throw error
      if (!(await forget(question.name))) throw error
      return query(question)
    }
  }

  /** Returns whether the statement may be sent again: not within a transaction, which failed with the statement. */
  async function forget(name: string): Promise<boolean> {
    try {
      await client.query(`deallocate ${pg.escapeIdentifier(name)}`)
    } catch (error) {
      if (error instanceof pg.DatabaseError && error.code === failedTransaction) return false
    }
    const { connection } = client as unknown as { readonly connection: { parsedStatements: Record<string, string> } }
    delete connection.parsedStatements[name]
    return true
  }

  async function query({ text, values = [], name }: WireQuestion): Promise<Reply> {
    const asked = { text, values: [...values], rowMode: 'array' as const, types: texts, ...(name && { name }) }
    const { fields, rows, rowCount } = await client.query<(string | null)[]>(asked)
    return {
      fields: fields.map((field) => ({ name: field.name, type: field.dataTypeID })),
      rows: encodeRows(rows),
      count: rowCount ?? 0,
    }
  }

  function breakOff(error: unknown): void {
    broken = error instanceof Error ? error : new Error(String(error))
    client.connection.stream.destroy(broken)
  }

  return {
    ask: (question) => inTurn(() => ask(question)),
    become: (wanted) => inTurn(() => become(wanted)),
    settled: () => inTurn(() => Promise.resolve()),
  }
}

const rowHead = 7

/** Encodes rows as concatenated DataRow messages (protocol 3), the form that the own wire delivers. */
function encodeRows(rows: readonly (readonly (string | null)[])[]): Buffer {
  const lengths = rows.map((row) => row.map((text) => (text === null ? -1 : Buffer.byteLength(text))))
  const sizes = lengths.map((row) => row.reduce((sum, length) => sum + 4 + Math.max(length, 0), rowHead))
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0))
  let at = 0
  for (const [index, row] of rows.entries()) {
    at = bytes.writeUInt8('D'.charCodeAt(0), at)
    at = bytes.writeInt32BE((sizes[index] ?? 0) - 1, at)
    at = bytes.writeInt16BE(row.length, at)
    for (const [column, text] of row.entries()) {
      at = bytes.writeInt32BE(lengths[index]?.[column] ?? -1, at)
      if (text !== null) at += bytes.write(text, at)
    }
  }
  return bytes
}
