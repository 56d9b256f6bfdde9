import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Me, Profile } from '#accounts/account.ts'
import { meQuery } from '#accounts/web/me.client.ts'
import { applyFormats } from '#language/web/formatPreferences.ts'
import { api } from '#platform/web/http.ts'

/** Changes what people may change about themselves. */
export function useChangeMe() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: Partial<Profile>) => api.patch<Me>('/user/v1/me', change),
    onSuccess: async (me, change) => {
      await applyFormats(me)
      client.setQueryData(meQuery.queryKey, me)
      // What the server computes by the person's clocks is another now.
      if (change.timezone !== undefined)
        await client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== meQuery.queryKey[0] })
    },
  })
}
