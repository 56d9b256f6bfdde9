import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'

const noteSeconds = 60

/** About how much of a table's records has a value of each attribute, from 0 to 1; none where nothing was noted yet. */
export function useFilled(environmentId: string, entityId: string, isWanted: boolean) {
  return useQuery({
    queryKey: ['filled', environmentId, entityId],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const { value } = await api.get<{ value: { id: string; filled: number }[] }>(
        `/metadata/attribute/v1/${environmentId}/${entityId}/filled`,
        { signal },
      )
      return new Map(value.map(({ id, filled }) => [id, filled]))
    },
    enabled: isWanted,
    staleTime: noteSeconds * 1000,
    retry: false,
  })
}
