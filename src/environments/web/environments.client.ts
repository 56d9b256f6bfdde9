import { queryOptions, useQuery } from '@tanstack/react-query'
import type { EnvironmentRecord } from '#environments/environment.ts'
import { api } from '#platform/web/http.ts'

type List<Item> = { readonly value: readonly Item[] }

export const environmentsQuery = queryOptions({
  queryKey: ['environments'],
  queryFn: async ({ signal }) => (await api.get<List<EnvironmentRecord>>('/env/v1', { signal })).value,
  staleTime: 60_000,
})

export function environmentQuery(id: string) {
  return queryOptions({
    queryKey: ['environments', id],
    queryFn: ({ signal }) => api.get<EnvironmentRecord>(`/env/v1/${id}`, { signal }),
    staleTime: 60_000,
  })
}

/** The environments that the person is a member of. */
export function useEnvironments() {
  return useQuery(environmentsQuery)
}

export function useEnvironment(id: string) {
  return useQuery(environmentQuery(id))
}
