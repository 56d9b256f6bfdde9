import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Me, NewEmail, NewPassword } from '#accounts/account.ts'
import type { Device } from '#accounts/device.ts'
import { meQuery } from '#accounts/web/me.client.ts'
import { session } from '#accounts/web/session.ts'
import { faultOfAnswer } from '#platform/web/apiFault.ts'
import { api, forgetSession } from '#platform/web/http.ts'
import type { SessionAnswer } from '#platform/web/session.ts'
import { rememberMe } from '#platform/web/token.ts'

const path = '/user/v1/me'
type Channel = 'email' | 'mobile'

/** A change that is answered with the current user. */
function useMeChange<Wish>(change: (wish: Wish) => Promise<Me>) {
  const client = useQueryClient()
  return useMutation({ mutationFn: change, onSuccess: (me) => client.setQueryData(meQuery.queryKey, me) })
}

/** Changes the password. Every session ends; this browser goes on with a new one. */
export async function changePassword(wish: NewPassword): Promise<void> {
  const answer = await api.post<SessionAnswer>(`${path}/password`, wish)
  forgetSession()
  session.begin(answer, rememberMe())
}

/** Has a code sent to another address. */
export function askForEmail(wish: NewEmail): Promise<void> {
  return api.post(`${path}/email`, wish)
}

/** Has a code sent to one's own address or phone. */
export function askToVerify(channel: Channel): Promise<void> {
  return api.post(`${path}/verify`, { channel })
}

export function useConfirmEmail() {
  return useMeChange((code: string) => api.post<Me>(`${path}/email/confirm`, { code }))
}

export function useConfirmChannel() {
  return useMeChange((code: string) => api.post<Me>(`${path}/verify/confirm`, { code }))
}

export function useKeepPicture() {
  return useMeChange((picture: Blob) => {
    const form = new FormData()
    form.append('picture', picture, 'picture')
    return api.upload<Me>(`${path}/picture`, form)
  })
}

export function useRemovePicture() {
  return useMeChange(() => api.remove<Me>(`${path}/picture`))
}

export function closeAccount(): Promise<void> {
  return api.post(`${path}/close`)
}

/** Becomes the administrator of the installation by its set-up code. */
export function useSetUp() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => api.post<Me>('/user/v1/setup', { code }),
    onSuccess: (me) => {
      client.setQueryData(meQuery.queryKey, me)
      client.setQueryData(setUpQuery.queryKey, { open: false })
    },
  })
}

/** Whether the installation still waits for its first administrator. */
export const setUpQuery = queryOptions({
  queryKey: ['setUp'],
  queryFn: ({ signal }) => api.get<{ open: boolean }>('/user/v1/setup', { signal }),
})

/** The build of the server that answers, as its health names it. */
export const buildQuery = queryOptions({
  queryKey: ['build'],
  queryFn: async ({ signal }) => {
    const answer = await fetch('/health/live', { signal })
    if (!answer.ok) throw faultOfAnswer(answer.status, undefined)
    return ((await answer.json()) as { build: string }).build
  },
})

const devicesQuery = queryOptions({
  queryKey: ['devices'],
  queryFn: async ({ signal }) => (await api.get<{ value: readonly Device[] }>('/user/v1/session', { signal })).value,
})

/** My open sessions, this one first. */
export function useDevices() {
  return useQuery(devicesQuery)
}

/** Ends one of my sessions; without an id all but this one. */
export function useEndDevice() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id?: string) => api.remove(id === undefined ? '/user/v1/session' : `/user/v1/session/${id}`),
    // Also after a refusal: it may have ended by itself.
    onSettled: () => client.invalidateQueries(devicesQuery),
  })
}
