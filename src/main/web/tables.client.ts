import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Entity } from '#entities/entity.ts'
import { api } from '#platform/web/http.ts'

/** Product part 6, 19: counts in the navigation are lazy, cached for 60 s, and end at 10,000. */
export const countEnd = 10_000
const countSeconds = 60

/** A table as the navigation shows it. */
export type TableLine = Pick<Entity, 'id' | 'uri' | 'name' | 'collectionname' | 'icon' | 'managed' | 'description'>

export function tablesQuery(environmentId: string) {
  return queryOptions({
    queryKey: ['tables', environmentId],
    queryFn: async ({ signal }) => {
      const { value } = await api.get<{ value: readonly TableLine[] }>(`/metadata/entity/v1/${environmentId}`, {
        signal,
      })
      return value.toSorted((a, b) => a.collectionname.localeCompare(b.collectionname))
    },
    staleTime: 30_000,
  })
}

/** The tables of an environment, by their collection names. */
export function useTables(environmentId: string) {
  return useQuery(tablesQuery(environmentId))
}

/** How many records a table has; asked for once it is on screen. */
export function useTableCount(environmentId: string, uri: string) {
  return useQuery({
    queryKey: ['count', environmentId, uri],
    queryFn: async ({ signal }) => {
      const path = `/odata/v1/${environmentId}/${uri}?$top=0&$count=true`
      const page = await api.get<Record<string, unknown>>(path, { signal })
      return Number(page['@odata.count'] ?? page['@count'] ?? 0)
    },
    staleTime: countSeconds * 1000,
    retry: false,
  })
}
