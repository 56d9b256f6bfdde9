import pg from 'pg'
import { fault } from '#faults/fault.ts'

/** A database error that input can cause; the caller maps the violation to a fault of its concept. */
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
  // A column's type differs from the type for which the statement was made.
  '42804': 'mismatch',
  '42846': 'mismatch',
  '42883': 'mismatch',
  '55P03': 'lock',
  '40001': 'serialization',
  '40P01': 'serialization',
}

/** The violation behind a database error, or null for any other error. SQLSTATE classes: PostgreSQL, appendix A. */
export function violationOf(error: unknown): Violation | null {
  if (!(error instanceof pg.DatabaseError) || !error.code) return null
  const kind = isOutdated(error)
    ? 'undefined'
    : (kinds[error.code] ?? (error.code.startsWith('22') ? 'value' : undefined))
  if (!kind) return null
  const { constraint, table, column, detail } = error
  return { kind, constraint, table, column, detail }
}

/** Whether the rows of a prepared statement changed shape because a table was altered. */
export function isOutdated(error: pg.DatabaseError): boolean {
  return error.code === '0A000' && error.routine === 'RevalidateCachedQuery'
}

const zoneRoutines: ReadonlySet<unknown> = new Set([
  'timestamp_zone',
  'timestamptz_zone',
  'DecodeTimezoneName',
  'DecodeTimezoneNameToTz',
])

/** Whether the database does not know the time zone's name. The error message is localized, so the routine decides. */
export function isOfTimeZone(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === '22023' && zoneRoutines.has(error.routine)
}

/**
 * Whether a prepared statement is missing although the statement was sent before (SQLSTATE 26000), or an altered table
 * changed the shape of the rows (0A000 of `RevalidateCachedQuery`). Sending the statement again succeeds.
 */
export function isForgotten(error: Error): boolean {
  return error instanceof pg.DatabaseError && (error.code === '26000' || isOutdated(error))
}

/**
 * Turns errors of an unreachable, slow or full database, or of too wide a table, into faults; returns all other errors
 * unchanged.
 */
export function translateError(error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '57014' || error.message === tooLong) return withCause(fault('server.timeout'), error)
  // Dropped columns count forever towards PostgreSQL's limit of 1,600 columns a table.
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
  // 57P0x: shutdown or start of the server; 08xxx: broken connection; 53xxx: out of memory or connections; 25P03: an
  // idle transaction was ended; 25006: after a fail-over the connection still reaches the former primary, now the
  // standby.
  if (/^(57P|08|53)/.test(code) || code === '25P03' || code === '25006') return true
  // An invalid certificate or password. The operator has to fix the cause; afterwards requests succeed again.
  if (/^(CERT_|DEPTH_ZERO_|ERR_TLS_|UNABLE_TO_VERIFY)/.test(code) || code.startsWith('28')) return true
  if (isSilence(error)) return true
  return /Connection terminated|timeout exceeded when trying to connect|^timeout expired|Client has encountered a connection error/.test(
    error.message,
  )
}

/** Error message that closes a connection whose answer is too large for memory. */
export const tooLong = 'an answer of the database is too long'

/**
 * Whether no answer came in time, not even that of the statement's own timeout. Whether the statement was carried out
 * is unknown.
 */
export function isSilence(error: Error): boolean {
  return error.message === 'Query read timeout'
}

function withCause(made: Error, cause: Error): Error {
  made.cause = cause
  return made
}
