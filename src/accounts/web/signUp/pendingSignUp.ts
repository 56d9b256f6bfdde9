import type { SignUp, SignUpAnswer } from '#accounts/account.ts'

// What was typed outlives a look at the terms and a change of the address; passwords are never kept.
const key = 'sign_up'
const ticketKey = 'sign_up_ticket'

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

/** Keeps what the sign-up for an address was answered with; the code comes back together with it. */
export function keepTicket(email: string, { ticket, sms }: SignUpAnswer): void {
  try {
    window.sessionStorage.setItem(ticketKey, JSON.stringify({ email, ticket, sms }))
  } catch {
    // Without storage the next page asks for the password instead.
  }
}

export function ticketFor(email: string): string | undefined {
  return keptFor(email).ticket
}

/** Whether the code of a sign-up of this browser can come as a short message. */
export function maySendSms(email: string): boolean {
  return keptFor(email).sms ?? false
}

function keptFor(email: string): Partial<SignUpAnswer> {
  try {
    const kept = JSON.parse(window.sessionStorage.getItem(ticketKey) ?? '{}') as Partial<SignUpAnswer> & {
      email?: string
    }
    // The form keeps the address as it was typed.
    return kept.email === email.trim().toLowerCase() ? kept : {}
  } catch {
    return {}
  }
}

export function forgetPending(): void {
  try {
    window.sessionStorage.removeItem(key)
    window.sessionStorage.removeItem(ticketKey)
  } catch {
    // There was none to forget.
  }
}
