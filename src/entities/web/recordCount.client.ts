import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'

/** Product part 6, 19: counts are lazy, cached for 60 s, and end at 10,000. */
export const countEnd = 10_000
const headers = { prefer: `lintel.maxcount=${countEnd + 1}` }
const countSeconds = 60

/** How many records an entity has, counted just past the end; asked for once it is on screen. */
export function useRecordCount(environmentId: string, uri: string) {
  return useQuery({
    queryKey: ['count', environmentId, uri],
    queryFn: async ({ signal }) => {
      const path = `/odata/v1/${environmentId}/${uri}?$top=0&$count=true`
      const page = await api.get<Record<string, unknown>>(path, { signal, headers })
      return Number(page['@odata.count'] ?? page['@count'] ?? 0)
    },
    staleTime: countSeconds * 1000,
    retry: false,
  })
}
