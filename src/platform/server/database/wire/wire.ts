import type { ResultColumn } from '#platform/server/database/wire/incoming.ts'

/** What a statement asks for on the wire; with a `name` it is parsed once on each connection. */
export type WireQuestion = {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string | undefined
  /** The database role that it runs under; without one, that of the connection's login. */
  readonly role?: string | undefined
}

/** What came back: DataRow messages one behind the other, and how many rows the statement read or touched. */
export type Reply = { readonly fields: readonly ResultColumn[]; readonly rows: Buffer; readonly count: number }

/**
 * A conversation with PostgreSQL that sends the next statement before the last one is answered; what is asked in one turn of
 * the event loop leaves in one packet. Each statement is a transaction of its own: one that fails harms none behind it. It
 * costs a fraction of what a query of pg does.
 */
export type PostgresWire = {
  ask(question: WireQuestion): Promise<Reply>
  /** Takes on a role for what pg asks next; it stays until another is asked for. Not within a transaction. */
  become(role: string | undefined): Promise<void>
  /** Resolves when everything asked so far is answered. */
  settled(): Promise<void>
}
