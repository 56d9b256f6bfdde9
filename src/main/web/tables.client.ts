import { useQuery } from '@tanstack/react-query'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { modelQuery } from '#entities/web/entities.client.ts'
import { api } from '#platform/web/http.ts'

/** Product part 6, 19: counts in the navigation are lazy, cached for 60 s, and end at 10,000. */
export const countEnd = 10_000
const countSeconds = 60

/** The tables of a model by their collection names. */
export function tablesOf(model: Model): readonly EntityDefinition[] {
  return [...model.entities.values()].toSorted((a, b) => a.collectionname.localeCompare(b.collectionname))
}

export function useTables(environmentId: string) {
  return useQuery({ ...modelQuery(environmentId), select: tablesOf })
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
