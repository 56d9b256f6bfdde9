import { literal, type Statement } from '#platform/sql.ts'

/**
 * The text of a statement with its values as literals, for `COPY` and others that take no parameters. A literal without a
 * type is read like a parameter without one: by what stands around it.
 */
export function inlineStatement({ text, values = [] }: Pick<Statement, 'text' | 'values'>): string {
  // Quoted names and texts are passed over whole: what looks like a parameter within them is none.
  return text.replaceAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|\$(\d+)/g, (whole, number: string | undefined) =>
    number === undefined ? whole : literalOf(values[Number(number) - 1]),
  )
}

function literalOf(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return literal(arrayText(value))
  if (value instanceof Date) return literal(value.toISOString())
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint')
    return literal(String(value))
  throw new Error(`no literal for a ${typeof value}`)
}

/** A list as PostgreSQL writes arrays. */
export function arrayText(values: readonly unknown[]): string {
  const items = values.map((value) => {
    if (value === null || value === undefined) return 'NULL'
    if (Array.isArray(value)) return arrayText(value)
    return `"${String(value).replaceAll(/["\\]/g, String.raw`\$&`)}"`
  })
  return `{${items.join(',')}}`
}
