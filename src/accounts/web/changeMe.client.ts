import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Me, Profile } from '#accounts/account.ts'
import { meQuery } from '#accounts/web/me.client.ts'
import { api } from '#platform/web/http.ts'

/** Changes what people may change about themselves. */
export function useChangeMe() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<Profile>) => api.patch<Me>('/user/v1/me', change),
    onSuccess: (me) => client.setQueryData(meQuery.queryKey, me),
  })
}
