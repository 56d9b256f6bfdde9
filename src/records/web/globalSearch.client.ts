import { api } from '#platform/web/http.ts'
import type { SearchAnswer } from '#records/globalSearch.ts'

type Asked = {
  readonly typed: string
  /** The entity whose records are looked through first. */
  readonly first: string | undefined
  readonly signal: AbortSignal
}

/** What the member may read of all searchable entities, by words. */
export function searchEverywhere(envid: string, { typed, first, signal }: Asked): Promise<SearchAnswer> {
  const query = new URLSearchParams({ q: typed, ...(first === undefined ? {} : { first }) })
  return api.get<SearchAnswer>(`/search/v1/${envid}?${query}`, { signal })
}
