import { conditionsText } from '#odata/compile/writer.ts'

/** What the rows of a page are read with. */
export type PartsInput = {
  /** By how many branches of a guard the rows are found; none where the guard holds for all, or is that of a path. */
  readonly branches: number
  /** Where the page before ended, as disjoint ranges; one that is nothing without it. */
  readonly ranges: readonly (string | undefined)[]
  readonly columns: string
  readonly from: string
  readonly conditionsOf: (branch?: number) => readonly (string | undefined)[]
  /** The order of the rows of the table, and that of the page's columns. */
  readonly order: string
  readonly orderOfPage: () => string
  readonly most: number
  readonly skip: Skip | undefined
}

/** Rows that are left out before a page. */
export type Skip = {
  /** How many, as a parameter. */
  readonly count: string
  /** The key of the table, and its name among the columns of the page. */
  readonly key: string
  readonly keyOfPage: string
  /** Of the columns, those of the key and of the order. */
  readonly columns: string
}

/** The rows of a page: `queries` for the `with` of the statement, and what follows the word `select`. */
export type PartsText = { readonly queries: readonly string[]; readonly text: string }

/**
 * PostgreSQL takes a row that it walks past in an index for cheap, as if its page had been read before; with a guard and a
 * filter it would rather pass a million of them than sort some thousand. A part is planned as if so many pages were wanted,
 * and ended when one is full: rows of a query of `with` are read as they are taken.
 */
const plannedPages = 8

/**
 * Each part by itself in order, so that each can be read from an index and stop early; then as many as fit of all of them.
 * Parts are the ranges behind the page before, for each branch of a guard.
 */
export function partsText(input: PartsInput): PartsText {
  const { branches, ranges, from, conditionsOf, order, orderOfPage, most, skip } = input
  const columns = skip?.columns ?? input.columns
  const sets = branches === 0 ? [conditionsOf()] : Array.from({ length: branches }, (_, branch) => conditionsOf(branch))
  const rows = sets.flatMap((conditions) =>
    ranges.map(
      (range) => `${columns} from ${from}${conditionsText('where', [...conditions, range])} order by ${order}`,
    ),
  )
  if (branches === 0) {
    const [only] = rows
    if (only !== undefined && skip !== undefined) return { queries: [], text: behind(input, skip, only) }
    const parts = rows.map((each) => `${each} limit ${most}`)
    const [single] = parts
    if (single !== undefined && parts.length === 1) return { queries: [], text: single }
    const all = parts.map((part) => `(select ${part})`).join(' union all ')
    return { queries: [], text: `* from (${all}) p order by ${orderOfPage()} limit ${most}` }
  }
  const planned = `limit ${most * plannedPages}${skip === undefined ? '' : ` + ${skip.count}`}`
  const queries = rows.map((each, at) => `b${at} as materialized (select ${each} ${planned})`)
  const all = rows.map((_, at) => `select * from b${at}`).join(' union all ')
  const found = rows.length === 1 ? '* from b0' : `* from (${all}) p order by ${orderOfPage()}`
  return { queries, text: skip === undefined ? `${found} limit ${most}` : behind(input, skip, found) }
}

/**
 * The rows behind those that are left out. What is passed by is only counted: an index in this order that holds the key is
 * enough for it, and only the rows of the page are read from the table, by the keys that were found under the conditions.
 */
function behind({ columns, from, order, most }: PartsInput, { count, key, keyOfPage }: Skip, found: string): string {
  const keys = `select ${keyOfPage} from (select ${found} limit ${most} offset ${count}) p`
  return `${columns} from ${from} where ${key} in (${keys}) order by ${order}`
}
