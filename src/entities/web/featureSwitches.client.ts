import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import type { FeatureRecord } from '#entities/wire.ts'
import { api } from '#platform/web/http.ts'

const address = (envid: string) => `/feature/v1/${envid}`

/** The switches of the environment, or of one table; only makers are told. */
export function useFeatures(envid: string, entityId: string | null, isMaker: boolean) {
  const query = entityId === null ? '' : `?entity=${entityId}`
  return useQuery({
    queryKey: [...definitionsKey(envid), 'features', entityId],
    queryFn: ({ signal }) => api.get<{ readonly value: readonly FeatureRecord[] }>(address(envid) + query, { signal }),
    select: ({ value }) => value,
    enabled: isMaker,
  })
}

/** Moves a switch that stands as it was read; one that somebody else has moved since is refused with `definition.stale`. */
export function useSetFeature(envid: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ key, entity_id, on, version }: Pick<FeatureRecord, 'key' | 'entity_id' | 'on' | 'version'>) =>
      api.patch<FeatureRecord>(address(envid), { key, entity_id, on, version }),
    // Also after a refusal: somebody else may have moved it.
    onSettled: () => client.invalidateQueries({ queryKey: definitionsKey(envid) }),
  })
}
