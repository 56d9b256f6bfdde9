import { hash } from 'node:crypto'
import type { Policy } from '#accounts/server/accounts.ts'
import { inviteCodePattern } from '#security/invite.ts'

const hour = 3600

/** How many invites a person may make, in all environments. */
export const inviteByPerson: Policy = {
  name: 'invite.person',
  free: 60,
  delay: 30,
  factor: 1.5,
  longest: hour,
  forgetAfter: hour,
}
/** Rate limit of invites mailed to one address, over all inviters: protects mailboxes from floods. */
export const inviteToAddress: Policy = {
  name: 'invite.address',
  free: 5,
  delay: 60,
  factor: 2,
  longest: hour,
  forgetAfter: hour,
}
/** Rate limits of code attempts, by client address and by person. */
export const codeTryByPlace: Policy = {
  name: 'invite.try.place',
  free: 30,
  delay: 5,
  factor: 1.5,
  longest: 900,
  forgetAfter: hour,
}
export const codeTryByPerson: Policy = { ...codeTryByPlace, name: 'invite.try.person', free: 10 }

/** The stored hash of a code; the code is long enough that the hash needs no salt. */
export function hashOfCode(code: string): Buffer {
  return hash('sha256', `invite:${code}`, 'buffer')
}

/** Normalizes a typed code, which may contain groups and blanks; null if the text is no code. */
export function codeFrom(typed: string): string | null {
  const code = typed.replaceAll(/[\s-]/g, '')
  return inviteCodePattern.test(code) ? code : null
}
