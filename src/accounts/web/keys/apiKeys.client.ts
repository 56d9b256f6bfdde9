import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApiKey, ApiKeyDraft, NewApiKey } from '#accounts/apiKey.ts'
import { api } from '#platform/web/http.ts'

const path = '/user/v1/key'

export const apiKeysQuery = queryOptions({
  queryKey: ['apiKeys'],
  queryFn: async ({ signal }) => (await api.get<{ value: readonly ApiKey[] }>(path, { signal })).value,
})

/** My keys for programs, the newest first, without their secrets. */
export function useApiKeys() {
  return useQuery(apiKeysQuery)
}

/** Makes a key. Its secret is in this answer only and is kept in no cache. */
export function useMakeApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (draft: ApiKeyDraft) => api.post<NewApiKey>(path, draft),
    gcTime: 0,
    onSuccess: () => client.invalidateQueries(apiKeysQuery),
  })
}

/** Ends a key at once. */
export function useRevokeApiKey() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: string) => api.remove(`${path}/${id}`),
    // Also after a refusal: somebody may have revoked it in another tab.
    onSettled: () => client.invalidateQueries(apiKeysQuery),
  })
}
