import { codeRules } from '#accounts/rules.ts'
import { hashOf, newCode, sameSecret } from '#accounts/server/secrets.ts'

/** A mailed code as stored in a step: hashed together with the step's ticket, which the database does not contain. */
export type MailedCode = { readonly hash: string; readonly until: number; readonly sent: number }

/** A new code and its stored form. Null when the last code is less than 60 s old. */
export function newMailedCode(
  ticket: string,
  former: MailedCode | undefined,
  now: Date,
): { readonly code: string; readonly kept: MailedCode } | null {
  const at = now.getTime()
  if (former && at - former.sent < codeRules.resendSeconds * 1000) return null
  const code = newCode()
  const hash = hashOf(ticket, code).toString('base64url')
  return { code, kept: { hash, sent: at, until: at + codeRules.minutes * 60_000 } }
}

/** Whether a code is the mailed one. The step counts the attempts. */
export function isMailedCode(ticket: string, kept: MailedCode | undefined, code: string, now = Date.now()): boolean {
  return kept !== undefined && kept.until > now && sameSecret(kept.hash, hashOf(ticket, code).toString('base64url'))
}
