import type { Reset, ResetConfirm } from '#accounts/account.ts'
import { postChecked } from '#accounts/web/accounts.client.ts'
import { api } from '#platform/web/http.ts'

const path = '/auth/security/v1/reset'
const withoutSession = { session: 'none' } as const

/** Asks for a link to a new password; the answer is the same for every address. */
export function askForReset(wish: Reset): Promise<void> {
  return postChecked(path, wish)
}

/** Sets the new password; every session ends. */
export function resetPassword(wish: ResetConfirm): Promise<void> {
  return api.post(`${path}/confirm`, wish, withoutSession)
}
