import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Me } from '#accounts/account.ts'
import { sessionIsKnown } from '#accounts/web/session.ts'
import { applyFormats } from '#language/web/formatPreferences.ts'
import { api } from '#platform/web/http.ts'
import { keepFor } from '#platform/web/personalStore.ts'

/** Specification 7: the current user is cached for 5 minutes. */
const meMinutes = 5

/** The current user: asked for after each page finish, and within 5 minutes answered from memory. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: async ({ signal }) => {
    const me = await api.get<Me>('/user/v1/me', { signal })
    sessionIsKnown()
    keepFor(me.id)
    await applyFormats(me)
    return me
  },
  staleTime: meMinutes * 60_000,
  gcTime: Infinity,
  retry: false,
})

/** The current user, on pages that need one. */
export function useMe() {
  return useQuery(meQuery)
}
