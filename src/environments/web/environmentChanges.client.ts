import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { meQuery } from '#accounts/web/me.client.ts'
import type { EnvironmentChange, EnvironmentDraft, EnvironmentRecord } from '#environments/environment.ts'
import type { Region } from '#environments/region.ts'
import { environmentQuery, environmentsQuery } from '#environments/web/environments.client.ts'
import { api } from '#platform/web/http.ts'

type List<Item> = { readonly value: readonly Item[] }

/** The regions where data can live; they change with the installation only. */
export function useRegions() {
  return useQuery({
    queryKey: ['regions'],
    queryFn: async () => (await api.getCached<List<Region>>('/region/v1', 60)).value,
    staleTime: Infinity,
  })
}

export type UriAnswer = {
  readonly available: boolean
  readonly problem?: { readonly code: string; readonly message: string }
}

/** Whether a uri is still free; nothing is asked without one. */
export function useUriCheck(uri: string | undefined) {
  return useQuery({
    queryKey: ['environments', 'uri', uri],
    queryFn: ({ signal }) => api.get<UriAnswer>(`/env/v1/uri/${encodeURIComponent(uri ?? '')}`, { signal }),
    enabled: uri !== undefined,
    staleTime: 10_000,
  })
}

export function useCreateEnvironment() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (draft: EnvironmentDraft) =>
      api.save<EnvironmentRecord>('/env/v1', draft as EnvironmentDraft & { id?: string }),
    onSuccess: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: environmentsQuery.queryKey, exact: true }),
        // Who makes an environment is in developer mode from then on.
        client.invalidateQueries({ queryKey: meQuery.queryKey }),
      ]),
  })
}

export function useChangeEnvironment(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: EnvironmentChange & { readonly version?: number }) =>
      api.patch<EnvironmentRecord>(`/env/v1/${id}`, change),
    onSuccess: (environment) => {
      client.setQueryData(environmentQuery(id).queryKey, environment)
      return client.invalidateQueries({ queryKey: environmentsQuery.queryKey, exact: true })
    },
  })
}

/** Deletes an environment; its name is asked for once more. It can be taken back for 30 days. */
export function useDeleteEnvironment(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => api.remove(`/env/v1/${id}?name=${encodeURIComponent(name)}`),
    onSuccess: () => {
      client.removeQueries({ queryKey: environmentQuery(id).queryKey })
      return client.invalidateQueries({ queryKey: environmentsQuery.queryKey, exact: true })
    },
  })
}
