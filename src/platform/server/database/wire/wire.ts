import type { ResultColumn } from '#platform/server/database/wire/incoming.ts'

/** A statement for the wire; a statement with a `name` is parsed once per connection. */
export type WireQuestion = {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string | undefined
  /** The database role of the statement; undefined means the connection's login. */
  readonly role?: string | undefined
}

/** The answer: concatenated DataRow messages, and how many rows the statement read or changed. */
export type Reply = { readonly fields: readonly ResultColumn[]; readonly rows: Buffer; readonly count: number }

/**
 * A conversation with PostgreSQL that sends the next statement before the last answer has arrived. Statements of one
 * turn of the event loop leave in one packet. Each statement is its own transaction: a failure does not affect the
 * statements behind it. The cost is a fraction of a pg query's.
 */
export type PostgresWire = {
  ask(question: WireQuestion): Promise<Reply>
  /** Sets the role for following queries of pg, until another role is set. Not allowed within a transaction. */
  become(role: string | undefined): Promise<void>
  /** Resolves when all sent statements are answered. */
  settled(): Promise<void>
}
