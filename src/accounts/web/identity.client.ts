import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type {
  AdmissionAnswer,
  Claim,
  Confirm,
  ProviderId,
  RecoveryCodes,
  SecurityState,
  TotpDraft,
} from '#accounts/identity.ts'
import { enter, postChecked, withMethod } from '#accounts/web/accounts.client.ts'
import { meQuery } from '#accounts/web/me.client.ts'
import { api } from '#platform/web/http.ts'

const auth = '/auth/security/v1'
const own = '/user/v1'

/** What a provider's answer led to: a place to go to, or a claim that asks for more. */
export type ExternalReturn = { readonly place: string } | { readonly claim: Claim }

type Wish = { readonly remember: boolean; readonly next: string | null }

async function ask(path: string, body: object, { remember, next }: Wish): Promise<ExternalReturn> {
  const wish = withMethod({ ...body, remember_me: remember })
  const answer = await postChecked<AdmissionAnswer>(`${auth}/${path}`, wish)
  return 'claim' in answer ? answer : { place: enter(answer, remember, next) }
}

type Returned = { readonly provider: ProviderId; readonly ticket: string; readonly query: string }

export const finishExternal = (returned: Returned, wish: Wish) => ask('external/finish', returned, wish)
export const proveClaim = (body: { ticket: string; code: string }, wish: Wish) => ask('external/prove', body, wish)
export const signUpExternal = (body: object, wish: Wish) => ask('external/signup', body, wish)
export const linkExternal = (body: object, wish: Wish) => ask('external/link', body, wish)
export const finishSecond = (body: object, wish: Wish) => ask('second', body, wish)
export const sendClaimCode = (ticket: string): Promise<void> => postChecked(`${auth}/external/code`, { ticket })
export const connect = (returned: Returned): Promise<void> => api.post(`${own}/connection`, returned)

const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => api.get<SecurityState>(`${own}/security`, { signal }),
})

/** How the signed-in person comes in. */
export function useSecurity() {
  return useQuery(securityQuery)
}

/** Does something to the ways to sign in; what is shown of them is asked for anew. */
export function useSecurityChange<Argument = void, Result = unknown>(change: (argument: Argument) => Promise<Result>) {
  const client = useQueryClient()
  // Who had to set up a second factor may go on with one.
  const askAnew = () => Promise.all([client.invalidateQueries(securityQuery), client.invalidateQueries(meQuery)])
  return useMutation({ mutationFn: change, gcTime: 0, onSettled: askAnew })
}

export const draftTotp = () => api.post<TotpDraft>(`${own}/totp`)
export const confirmTotp = (code: string) => api.post<RecoveryCodes>(`${own}/totp/confirm`, { code })
export const renewRecovery = () => api.post<RecoveryCodes>(`${own}/totp/recovery`)
export const removeTotp = () => api.remove(`${own}/totp`)
export const addPasskey = (draft: object) => api.post(`${own}/passkey`, draft)
export const renamePasskey = ({ id, name }: { id: string; name: string }) => api.patch(`${own}/passkey/${id}`, { name })
export const removePasskey = (id: string) => api.remove(`${own}/passkey/${id}`)
export const disconnect = (id: string) => api.remove(`${own}/connection/${id}`)
export const confirmMe = (proof: Confirm): Promise<void> => api.post(`${own}/confirm`, proof)
export const sendConfirmCode = () => api.post<{ ticket: string }>(`${own}/confirm/code`)
