import type { SignUp } from '#accounts/account.ts'

// What was typed outlives a look at the terms and a change of the address; passwords are never kept.
const key = 'sign_up'

export type PendingSignUp = Partial<Record<Exclude<keyof SignUp, 'password' | 'repeatpassword' | 'terms'>, string>>

/** The sign-up of this tab that still waits for its code. */
export function pendingSignUp(): PendingSignUp {
  try {
    return JSON.parse(window.sessionStorage.getItem(key) ?? '{}') as PendingSignUp
  } catch {
    return {}
  }
}

export function keepPending(pending: PendingSignUp): void {
  try {
    window.sessionStorage.setItem(key, JSON.stringify(pending))
  } catch {
    // Without storage the address is typed again on the next page.
  }
}

export function forgetPending(): void {
  try {
    window.sessionStorage.removeItem(key)
  } catch {
    // There was none to forget.
  }
}
