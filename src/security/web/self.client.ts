import { useQuery } from '@tanstack/react-query'
import type { Activity } from '#environments/activity.ts'
import { api } from '#platform/web/http.ts'
import type { SelfRecord } from '#security/role.ts'

/** What I may do in an environment. */
export function useSelf(envid: string) {
  return useQuery({
    queryKey: ['security', envid, 'self'],
    queryFn: ({ signal }) => api.get<SelfRecord>(`/security/v1/${envid}/self`, { signal }),
    staleTime: 30_000,
  })
}

/** Whether one of my roles allows an activity; no while that is unknown. */
export function useMay(envid: string, activity: Activity): boolean {
  const { data } = useSelf(envid)
  return new Set(data?.activities).has(activity)
}
