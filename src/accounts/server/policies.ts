import type { Policy } from '#accounts/server/throttle.ts'
import { codeRules } from '#accounts/rules.ts'

const hour = 3600

/** Five wrong passwords for one address, then a growing delay; never longer than five minutes, so that nobody is locked out for ever. */
export const signInByAddress: Policy = {
  name: 'signin.address',
  free: 5,
  delay: 2,
  factor: 2,
  longest: 300,
  forgetAfter: hour,
}
/** The same for one place on the net, where many people may sit. */
export const signInByPlace: Policy = {
  name: 'signin.place',
  free: 20,
  delay: 2,
  factor: 1.5,
  longest: 900,
  forgetAfter: hour,
}
/** The same for a browser that the account knows: strangers can't slow it. */
export const signInByDevice: Policy = { ...signInByAddress, name: 'signin.device' }
/** One mail a minute to one address. */
export const mailByAddress: Policy = {
  name: 'mail.address',
  free: 1,
  delay: codeRules.resendSeconds,
  factor: 1,
  longest: codeRules.resendSeconds,
  forgetAfter: hour,
}
/** The same for links to a new password: somebody may have signed up just now. */
export const resetByAddress: Policy = { ...mailByAddress, name: 'reset.address' }
export const mailByPlace: Policy = {
  name: 'mail.place',
  free: 30,
  delay: 10,
  factor: 1.5,
  longest: hour,
  forgetAfter: hour,
}
/** A code has five tries of its own; this slows those who ask for one code after the other. */
export const codeByAddress: Policy = {
  name: 'code.address',
  free: 10,
  delay: 5,
  factor: 2,
  longest: 900,
  forgetAfter: hour,
}
export const codeByPlace: Policy = {
  name: 'code.place',
  free: 40,
  delay: 5,
  factor: 1.5,
  longest: 900,
  forgetAfter: hour,
}
/** Short messages cost money: one a minute for one account, and few from one place. */
export const textByNumber: Policy = {
  name: 'text.number',
  free: 1,
  delay: codeRules.resendSeconds,
  factor: 2,
  longest: hour,
  forgetAfter: hour,
}
export const textByPlace: Policy = {
  name: 'text.place',
  free: 10,
  delay: 60,
  factor: 1.5,
  longest: hour,
  forgetAfter: hour,
}
/** The password asked for once more before something that matters: a thief of a session does not guess it. */
export const passwordAgain: Policy = {
  name: 'password.again',
  free: 5,
  delay: 5,
  factor: 2,
  longest: 300,
  forgetAfter: hour,
}
/** Codes that are typed in by who is signed in. */
export const codeByPerson: Policy = {
  name: 'code.person',
  free: 10,
  delay: 5,
  factor: 2,
  longest: 900,
  forgetAfter: hour,
}
/** The set-up code has 120 bits; this keeps the log quiet. */
export const setUpByPlace: Policy = {
  name: 'setup.place',
  free: 10,
  delay: 5,
  factor: 2,
  longest: hour,
  forgetAfter: hour,
}
