import { useQuery } from '@tanstack/react-query'
import type { Activity } from '#environments/activity.ts'
import type { Action } from '#environments/memberRights.ts'
import { api } from '#platform/web/http.ts'
import type { SelfRecord } from '#security/role.ts'

export function selfKey(envid: string) {
  return ['security', envid, 'self'] as const
}

/** What I may do in an environment. */
export function useSelf(envid: string) {
  return useQuery({
    queryKey: selfKey(envid),
    queryFn: ({ signal }) => api.get<SelfRecord>(`/security/v1/${envid}/self`, { signal }),
    staleTime: 30_000,
  })
}

/** Whether one of my roles allows an activity; no while that is unknown. */
export function useMay(envid: string, activity: Activity): boolean {
  const { data } = useSelf(envid)
  return new Set(data?.activities).has(activity)
}

/** Whether it is known that no role of mine allows an activity: what it offers is left out then; the server stays the judge. */
export function useIsKeptFrom(envid: string, activity: Activity): boolean {
  const { data } = useSelf(envid)
  return data !== undefined && !data.activities.includes(activity)
}

/** Whether I may act on any record of a table, as far as is known; of a single one the server says more. */
export function useMayAct(envid: string, entityId: string, action: Action): boolean {
  const { data } = useSelf(envid)
  // A table that is shown and not told of is newer than what is known of my rights.
  const own = data?.privileges[entityId]
  return own === undefined || own[action] !== 'none'
}

/** The attributes that I may read and not change. */
export function useFixedFields(envid: string): ReadonlySet<string> {
  const { data } = useSelf(envid)
  return new Set(Object.entries(data?.fields ?? {}).flatMap(([id, { update }]) => (update ? [] : [id])))
}
