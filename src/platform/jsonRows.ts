/**
 * How a value stands in JSON: `text` is escaped; `word` has nothing to escape; `digits` is a number as a text; `json` is
 * JSON already; `etag` is a version.
 */
export type JsonForm = 'text' | 'word' | 'number' | 'digits' | 'boolean' | 'instant' | 'json' | 'etag'

/** A member of a row's JSON object, and which of the row's columns it shows. */
export type JsonMember = { readonly name: string; readonly column: number; readonly form: JsonForm }

/**
 * For a statement whose rows are wanted as JSON text. Each row ends with `columns` columns, of which the first is never
 * null. What stands before them belongs to the whole answer and comes in a row of its own, in which they are all null. The
 * statement then answers one row: those columns of the answer, with `value` and what else is named here.
 */
export type JsonRows = JsonList | JsonOne

/** `value` is a JSON array; `near` and `far` are the keys of the first row, and of the last one if more rows follow. */
export type JsonList = {
  readonly kind: 'list'
  readonly columns: number
  readonly members: readonly JsonMember[]
  /** A row beyond them tells that more follow. */
  readonly limit: number
  /** Whether the rows come in the opposite of their order. */
  readonly backward: boolean
  /** The columns of the keys. */
  readonly keys: readonly number[]
  readonly near: boolean
  readonly far: boolean
}

/** `value` is a JSON object or null, `version` the text of that column. */
export type JsonOne = {
  readonly kind: 'one'
  readonly columns: number
  readonly members: readonly JsonMember[]
  readonly version: number | undefined
}
