import type { Page } from '#odata/compile/list.ts'
import { readToken, writeToken, type TokenStart, type Sign } from '#odata/serialize/token.ts'
import { queryLimits } from '#odata/syntax/limits.ts'
import type { QueryOptions } from '#odata/syntax/node.ts'

/** Result row of a list statement, without the version columns. */
export type ListRow = {
  readonly value: string
  readonly count?: string | null
  readonly near?: string | null
  readonly far?: string | null
  /** Number of rows of `$apply`. */
  readonly groups?: string | null
  /** Null where a row on the path is missing. */
  readonly origin?: string | null
}

/** The `$skiptoken`s of the next and previous page, where these exist. */
export type PageTokens = { readonly next?: string; readonly previous?: string }

/** The start position in a `$skiptoken`. */
export function startOf(query: QueryOptions, keyCount: number, identity: string, sign: Sign): TokenStart | undefined {
  return query.skipToken === undefined ? undefined : readToken(query.skipToken, keyCount, identity, sign)
}

/** Size and start of a page: `$top` up to the page limit, otherwise the preferred or the default page size. */
export function pageOf(query: QueryOptions, start: TokenStart | undefined, maxPageSize: number | undefined): Page {
  const wanted = start?.left ?? query.top
  const size = Math.min(Math.max(maxPageSize ?? wanted ?? queryLimits.defaultPageSize, 1), queryLimits.pageSize)
  const after = start && { backward: start.backward, nulls: start.keys.map((key) => key === null) }
  const isLast = wanted !== undefined && wanted <= size && !start?.backward
  return { limit: Math.min(wanted ?? size, size), skips: query.skip !== undefined && !start, after, isLast }
}

type Around = {
  readonly query: QueryOptions
  readonly start: TokenStart | undefined
  readonly page: Page
  readonly identity: string
  readonly sign: Sign
}

/**
 * The tokens of the neighbouring pages. A list limited by `$top` only continues forward, until `$top` rows have been
 * answered.
 */
export function linksOf(row: ListRow, { query, start, page, identity, sign }: Around): PageTokens {
  const left = query.top === undefined ? undefined : (start?.left ?? query.top) - page.limit
  const token = (keys: string | null | undefined, backward: boolean) => {
    if (!keys || (left !== undefined && (left <= 0 || backward))) return undefined
    return writeToken(keys, { backward, left }, identity, sign)
  }
  const backward = start?.backward ?? false
  const cameFrom = start !== undefined || page.skips ? row.near : undefined
  const next = token(backward ? row.near : row.far, false)
  const previous = token(backward ? row.far : cameFrom, true)
  return { ...(next && { next }), ...(previous && { previous }) }
}
