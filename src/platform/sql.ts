import type { JsonRows } from '#platform/jsonRows.ts'

/**
 * A piece of SQL with its values; `$1` in the text is the first of them. With a `name` its plan is kept. A `lane`
 * is for reads that may share a connection with others: `keyed` for one by its key, `brief` for one that is known by its
 * name to be short, as long as it is. With `json` its rows are answered as JSON text. With `several` it
 * may be run together with others of its text.
 */
export type Statement = {
  readonly text: string
  readonly values?: readonly unknown[]
  readonly name?: string
  readonly lane?: 'keyed' | 'brief'
  /** Known to take long whatever it finds. */
  readonly isHeavy?: boolean
  readonly json?: JsonRows
  readonly several?: Several
}

/**
 * The text that does at once what several statements of another text do each, all or nothing: each parameter is the list of
 * the texts of theirs (`text[]`). Its rows are those of each, with its number (from 1) as `_n`. What stands at `differBy`
 * among the values must be different in each.
 */
export type Several = { readonly text: string; readonly name: string; readonly differBy: number }

/** An identifier, quoted. Identifiers come only from the model or from our own code, never from a request. */
export function ident(name: string): string {
  if (name.length === 0 || name.length > 63 || name.includes('\0'))
    throw new Error(`not an identifier: ${name.length} characters`)
  return `"${name.replaceAll('"', '""')}"`
}

/** A table or another object of a schema, quoted. */
export function qualified(schema: string, name: string): string {
  return `${ident(schema)}.${ident(name)}`
}

/** A text literal, for DDL, which takes no parameters. */
export function literal(text: string): string {
  if (text.includes('\0')) throw new Error('a NUL byte cannot be stored')
  const quoted = `'${text.replaceAll("'", "''")}'`
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}
