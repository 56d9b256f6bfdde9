import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import type { SearchAnswer, WordsAnswer } from '#records/search/globalSearch.ts'

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

/** How soon is asked again while an index of words is being built, in milliseconds. */
const patience = 3000

/** Whether the words of a table cannot be looked for yet, because their index is being built; asked until it is there. */
export function useWordsBeingBuilt({ envid, entity }: RecordsTable): boolean {
  const { data } = useQuery({
    queryKey: ['words', envid, entity.id],
    queryFn: ({ signal }) => api.get<WordsAnswer>(`/search/v1/${envid}/building`, { signal }),
    select: ({ building }) => building.includes(entity.id),
    staleTime: 10_000,
    refetchInterval: ({ state }) => (state.data?.building.includes(entity.id) ? patience : false),
  })
  return data ?? false
}
