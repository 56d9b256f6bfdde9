import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'

const sizeSeconds = 60

/** How many bytes the records of each entity take with their indexes, by the id of the entity. */
export function useSizes(environmentId: string) {
  return useQuery({
    queryKey: ['sizes', environmentId],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, number>> => {
      const { value } = await api.get<{ value: { id: string; bytes: number }[] }>(
        `/metadata/entity/v1/${environmentId}/sizes`,
        { signal },
      )
      return new Map(value.map(({ id, bytes }) => [id, bytes]))
    },
    staleTime: sizeSeconds * 1000,
    retry: false,
  })
}
