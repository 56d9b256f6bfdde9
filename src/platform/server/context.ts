import type { FastifyBaseLogger } from 'fastify'
import type { Locale } from '#language/locale.ts'
import type { Database } from '#platform/server/database/database.ts'

export type Log = Pick<FastifyBaseLogger, 'debug' | 'info' | 'warn' | 'error'>

/** What every use case gets: its means to the world outside. */
export type Context = {
  readonly database: Database
  readonly now: () => Date
  /** A new uuid v7. */
  readonly newId: () => string
  readonly log: Log
  readonly requestId: string
  readonly locale: Locale
  /** The time zone of whoever asks (IANA): the one that they have set, or else the one that their browser names. */
  readonly timeZone?: string | undefined
}

/** What a process has before any request comes: the ground of each request's context. */
export type BaseContext = Pick<Context, 'database' | 'now' | 'newId' | 'log'>
