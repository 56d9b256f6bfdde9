import { conditionsText } from '#odata/compile/writer.ts'

/** Input for reading the rows of a page. */
export type PartsInput = {
  /** Number of guard branches to read separately; 0 where the guard needs no branches. */
  readonly branches: number
  /** The ranges after the previous page, disjoint; a single undefined range without a previous page. */
  readonly ranges: readonly (string | undefined)[]
  readonly columns: string
  readonly from: string
  readonly conditionsOf: (branch?: number) => readonly (string | undefined)[]
  /** Sort order of the table's rows, and of the page's columns. */
  readonly order: string
  readonly orderOfPage: () => string
  readonly most: number
  readonly skip: Skip | undefined
}

/** Rows to skip before a page. */
export type Skip = {
  /** The number of rows, as a parameter. */
  readonly count: string
  /** The key of the table, and its name among the columns of the page. */
  readonly key: string
  readonly keyOfPage: string
  /** The subset of the columns with the key and the sort keys. */
  readonly columns: string
}

/** The rows of a page: `queries` for the statement's WITH clause, and the text after the word `select`. */
export type PartsText = { readonly queries: readonly string[]; readonly text: string }

/**
 * PostgreSQL underestimates the cost of skipping rows in an index, as if their pages were already cached: with a guard
 * and a filter it would rather walk past a million rows than sort some thousand. So each part is planned as if this
 * many pages were wanted, and stops after one page: rows of a WITH query are produced on demand.
 */
const plannedPages = 8

/**
 * Sorts each part separately, so that each can be read from an index and stop early, then takes a page of all parts
 * together. Parts are the ranges after the previous page, per branch of the guard.
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
 * The rows after the skipped ones. Skipped rows are only counted: an index in this order that includes the key
 * suffices, and only the rows of the page are read from the table, by the keys found under the conditions.
 */
function behind({ columns, from, order, most }: PartsInput, { count, key, keyOfPage }: Skip, found: string): string {
  const keys = `select ${keyOfPage} from (select ${found} limit ${most} offset ${count}) p`
  return `${columns} from ${from} where ${key} in (${keys}) order by ${order}`
}
