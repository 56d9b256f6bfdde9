import { useQuery } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'

export type RoleName = { readonly id: string; readonly name: string }

/** The roles that a view may be for; undefined where the asker is not told of them. */
export function useRoleNames(envid: string, isAsked: boolean): readonly RoleName[] | undefined {
  const { data } = useQuery({
    queryKey: ['security', envid, 'role'],
    queryFn: async ({ signal }) =>
      (await api.get<{ readonly value: readonly RoleName[] }>(`/security/v1/${envid}/role`, { signal })).value,
    staleTime: 30_000,
    retry: false,
    enabled: isAsked,
  })
  return data
}
