import { useQuery } from '@tanstack/react-query'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import type { LabelRecord } from '#labels/label.ts'
import { api } from '#platform/web/http.ts'

/** The texts of a table in other languages; asked for when `isWanted`. */
export function useLabels(envid: string, entityId: string, isWanted: boolean) {
  return useQuery({
    queryKey: [...definitionsKey(envid), 'labels', entityId],
    queryFn: async ({ signal }) =>
      (await api.get<{ readonly value: readonly LabelRecord[] }>(`/metadata/label/v1/${envid}/${entityId}`, { signal }))
        .value,
    enabled: isWanted,
    staleTime: 30_000,
  })
}
