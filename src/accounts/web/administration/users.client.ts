import { infiniteQueryOptions, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Colleague, InstallationRules, User, UserChange, UserList, UserPlace } from '#accounts/user.ts'
import { api } from '#platform/web/http.ts'

const path = '/user/v1'
const key = ['users'] as const

/** People, page by page. */
export function usersQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: [...key, 'list', search],
    queryFn: ({ signal, pageParam }) => {
      const asked = new URLSearchParams({ ...(search && { search }), ...(pageParam && { after: pageParam }) })
      return api.get<UserList>(`${path}?${asked}`, { signal })
    },
    initialPageParam: '',
    getNextPageParam: ({ value, more }) => (more ? value.at(-1)?.id : undefined),
  })
}

function userQuery(id: string, isWanted: boolean) {
  return queryOptions({
    queryKey: [...key, id],
    enabled: isWanted,
    queryFn: ({ signal }) => api.get<User | Colleague>(`${path}/${id}`, { signal }),
  })
}

/** One person, unless nobody wants to know. */
export function useUser(id: string, { isWanted } = { isWanted: true }) {
  return useQuery(userQuery(id, isWanted))
}

/** The environments of a person, for administrators of the installation. */
export function useUserPlaces(id: string) {
  return useQuery({
    queryKey: [...key, id, 'places'],
    queryFn: async ({ signal }) =>
      (await api.get<{ value: readonly UserPlace[] }>(`${path}/${id}/environment`, { signal })).value,
  })
}

export function useChangeUser(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (change: UserChange) => api.patch<User>(`${path}/${id}`, change),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

/** Mails a person a link to a new password. */
export function useResetUser(id: string) {
  return useMutation({ mutationFn: () => api.post(`${path}/${id}/reset`) })
}

/** Takes a person's second factor and passkeys away. */
export function useResetFactorsOf(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.remove(`${path}/${id}/factor`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

export function useEndSessionsOf(id: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => api.remove(`${path}/${id}/session`),
    onSettled: () => client.invalidateQueries({ queryKey: key }),
  })
}

const rulesQuery = queryOptions({
  queryKey: [...key, 'rules'],
  queryFn: ({ signal }) => api.get<InstallationRules>(`${path}/rule`, { signal }),
})

/** What holds for everyone who signs in, for administrators of the installation. */
export function useRules() {
  return useQuery(rulesQuery)
}

export function useChangeRules() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (rules: InstallationRules) => api.patch<InstallationRules>(`${path}/rule`, rules),
    onSettled: () => client.invalidateQueries(rulesQuery),
  })
}

/** Ends every session of everyone but this one. */
export function useEndEverySession() {
  return useMutation({ mutationFn: () => api.remove<{ ended: number }>(`${path}/everysession`) })
}
