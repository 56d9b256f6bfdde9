import pg from 'pg'

// What pg does with the values of its own queries; its types leave it out.
const { prepareValue } = (pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }).utils

/** A value as PostgreSQL reads it. */
export function parameterText(value: unknown): string | null {
  if (typeof value === 'string') return value
  const prepared = prepareValue(value)
  return prepared === null || typeof prepared === 'string' ? prepared : `\\x${prepared.toString('hex')}`
}

/** Values as PostgreSQL reads a list of texts (`text[]`): each is the text of the value. */
export function listText(values: readonly unknown[]): string {
  return `{${values.map(itemText).join()}}`
}

function itemText(value: unknown): string {
  const text = parameterText(value)
  if (text === null) return 'NULL'
  return /["\\]/.test(text) ? `"${text.replaceAll(/["\\]/g, '\\$&')}"` : `"${text}"`
}
