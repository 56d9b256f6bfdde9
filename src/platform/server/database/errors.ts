import pg from 'pg'
import { fault } from '#faults/fault.ts'

/** What a statement ran into that input can cause: the caller turns it into the fault of its concept. */
export type Violation = {
  readonly kind:
    | 'unique'
    | 'foreignKey'
    | 'check'
    | 'notNull'
    | 'exclusion'
    | 'undefined'
    | 'mismatch'
    | 'value'
    | 'lock'
    | 'serialization'
  readonly constraint: string | undefined
  readonly table: string | undefined
  readonly column: string | undefined
  readonly detail: string | undefined
}

const kinds: Record<string, Violation['kind']> = {
  '23505': 'unique',
  '23503': 'foreignKey',
  '23001': 'foreignKey',
  '23514': 'check',
  '23502': 'notNull',
  '23P01': 'exclusion',
  '42703': 'undefined',
  '42P01': 'undefined',
  '3F000': 'undefined',
  // A column of another type than the statement was made for.
  '42804': 'mismatch',
  '42846': 'mismatch',
  '42883': 'mismatch',
  '55P03': 'lock',
  '40001': 'serialization',
  '40P01': 'serialization',
}

/** The violation behind an error of the database, or null when it is something else. SQLSTATE classes: PostgreSQL appendix A. */
export function violationOf(error: unknown): Violation | null {
  if (!(error instanceof pg.DatabaseError) || !error.code) return null
  const kind = isOutdated(error)
    ? 'undefined'
    : (kinds[error.code] ?? (error.code.startsWith('22') ? 'value' : undefined))
  if (!kind) return null
  const { constraint, table, column, detail } = error
  return { kind, constraint, table, column, detail }
}

/** A prepared statement whose rows have another shape since a table was changed. */
export function isOutdated(error: pg.DatabaseError): boolean {
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

const zoneRoutines: ReadonlySet<unknown> = new Set([
  'timestamp_zone',
  'timestamptz_zone',
  'DecodeTimezoneName',
  'DecodeTimezoneNameToTz',
])

/** A time zone whose name the database does not know; its message is in any language. */
export function isOfTimeZone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '22023' && zoneRoutines.has(error.routine)
}

/**
 * A prepared statement is not there although it was sent once (SQLSTATE 26000), or a change of a table gave its rows another
 * shape (0A000 of `RevalidateCachedQuery`): sent anew, it is answered.
 */
export function isForgotten(error: Error): boolean {
  return error instanceof pg.DatabaseError && (error.code === '26000' || isOutdated(error))
}

/** Errors that say the database cannot be reached, is too slow or full, or a table too wide, become faults; all others stay as they are. */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '57014' || error.message === tooLong) return withCause(fault('server.timeout'), error)
  // Columns that were dropped count among the 1,600 of a table for ever.
  if (code === '54011') return withCause(fault('attribute.columnsUsed'), error)
  if (code === '53100' || code === 'ENOSPC') return withCause(fault('server.diskFull'), error)
  if (isUnreachable(code, error)) return withCause(fault('server.unavailable'), error)
  return error
}

const unreachable: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])

function isUnreachable(code: string, error: Error): boolean {
  if (unreachable.has(code)) return true
  // 57P0x: the server shuts down or starts; 08xxx: the connection broke; 53xxx: out of memory or connections; 25P03: an
  // idle transaction was ended; 25006: after a fail-over we still talk to what became the standby.
  if (/^(57P|08|53)/.test(code) || code === '25P03' || code === '25006') return true
  // A certificate or password that holds no more: it is the operator's to mend, and then all goes on.
  if (/^(CERT_|DEPTH_ZERO_|ERR_TLS_|UNABLE_TO_VERIFY)/.test(code) || code.startsWith('28')) return true
  if (isSilence(error)) return true
  return /Connection terminated|timeout exceeded when trying to connect|^timeout expired|Client has encountered a connection error/.test(
    error.message,
  )
}

/** What breaks a connection off on which an answer comes that nobody could hold. */
export const tooLong = 'an answer of the database is too long'

/** No answer came in time, not even that of the statement's own timeout: whether it was carried out is not known. */
export function isSilence(error: Error): boolean {
  return error.message === 'Query read timeout'
}

function withCause(made: Error, cause: Error): Error {
  made.cause = cause
  return made
}
