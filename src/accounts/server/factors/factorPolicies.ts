import type { Policy } from '#accounts/server/signIn/throttle.ts'

const hour = 3600

/** These attempts follow a correct password or a provider's word, so a stranger cannot slow anybody down. */
export const factorByPerson: Policy = {
  name: 'factor.person',
  free: 5,
  delay: 5,
  factor: 2,
  longest: 900,
  forgetAfter: hour,
}
export const factorByPlace: Policy = {
  name: 'factor.place',
  free: 40,
  delay: 5,
  factor: 1.5,
  longest: 900,
  forgetAfter: hour,
}
/** Beginning a sign-in elsewhere or by a passkey costs us a row and at most one question to the provider. */
export const beginByPlace: Policy = {
  name: 'begin.place',
  free: 60,
  delay: 5,
  factor: 1.3,
  longest: 300,
  forgetAfter: hour,
}
