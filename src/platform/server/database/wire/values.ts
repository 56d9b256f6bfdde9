import pg from 'pg'

// The conversion that pg applies to values of its own queries; missing in pg's types.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils

/** A value in PostgreSQL's text format. */
export function parameterText(value: unknown): string | null {
  if (typeof value === 'string') return value
  const prepared = prepareValue(value)
  return prepared === null || typeof prepared === 'string' ? prepared : `\\x${prepared.toString('hex')}`
}

/** Values as a PostgreSQL list of texts (`text[]`): each item is the value's text. */
export function listText(values: readonly unknown[]): string {
  return `{${values.map(itemText).join()}}`
}

function itemText(value: unknown): string {
  const text = parameterText(value)
  if (text === null) return 'NULL'
  return /["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`
}
