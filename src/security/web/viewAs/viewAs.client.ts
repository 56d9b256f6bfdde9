import { useMutation } from '@tanstack/react-query'
import { api } from '#platform/web/http.ts'
import { keepViewing, type Viewing } from '#platform/web/viewAs.ts'
import type { ViewAsRecord } from '#security/viewAs.ts'

/** Begins to see an environment as a member does, and opens its first page so. */
export function useBeginViewAs(environment: string) {
  return useMutation({
    mutationFn: (memberId: string) =>
      api.post<ViewAsRecord>(`/security/v1/${environment}/viewas`, { member_id: memberId }),
    onSuccess: ({ member }) => {
      keepViewing({ environment, member: member.id, name: member.name })
      window.location.assign(`/${environment}`)
    },
  })
}

/** Sees it as oneself again; a view that has run out by itself has ended too. */
export function useEndViewAs({ environment, member }: Viewing) {
  return useMutation({
    mutationFn: () => api.remove(`/security/v1/${environment}/viewas/${member}`).catch(() => undefined),
    onSuccess: () => {
      keepViewing(undefined)
      window.location.assign(`/${environment}`)
    },
  })
}
