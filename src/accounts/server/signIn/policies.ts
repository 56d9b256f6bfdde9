import { unverifiedDays } from '#accounts/status.ts'
import type { Policy } from '#accounts/server/signIn/throttle.ts'
import { codeRules } from '#accounts/rules.ts'

const hour = 3600

/**
 * Five wrong passwords for one address, then a growing delay of at most five minutes, so that nobody is locked out
 * forever.
 */
export const signInByAddress: Policy = {
  name: 'signin.address',
  free: 5,
  delay: 2,
  factor: 2,
  longest: 300,
  forgetAfter: hour,
}
/** The same for one client address, which many people may share. */
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
/**
 * Rate limit of mails to one address, per purpose, so that no purpose delays another: a minute after the first mail,
 * then doubling up to five minutes. At most fifteen mails of one purpose reach an address in an hour.
 */
function mailFor(purpose: string): Policy {
  const delay = codeRules.resendSeconds
  return { name: `mail.${purpose}`, free: 1, delay, factor: 2, longest: 300, forgetAfter: hour }
}
export const signUpMails = mailFor('signup')
/** Once more without the ticket of the sign-up, as any stranger may ask. */
export const resendMails = mailFor('resend')
/** Links to a new password. */
export const resetMails = mailFor('reset')
export const claimMails = mailFor('claim')
/** To an address that is to become somebody's. */
export const newAddressMails = mailFor('change')
/** Mails that only the person can request; counted by person. */
export const confirmMails = mailFor('confirm')
export const ownAddressMails = mailFor('verify')
/** As long as a sign-up waits. Each ticket has its tries for that time, so that many tickets are no way to more of them. */
const life = unverifiedDays * 24 * hour
/**
 * Another code with the ticket: counted by ticket, so that strangers delay nobody; five in the first hour, then fewer
 * and fewer.
 */
export const resendByTicket: Policy = { ...mailFor('ticket'), factor: 3, longest: life, forgetAfter: life }
export const mailByPlace: Policy = {
  name: 'mail.place',
  free: 30,
  delay: 10,
  factor: 1.5,
  longest: hour,
  forgetAfter: hour,
}
/**
 * Codes with the ticket of a sign-up: each code has five attempts, and this limit slows requests for one code after the
 * other. Attempts of other people do not count.
 */
export const codeByTicket: Policy = {
  name: 'code.ticket',
  free: 10,
  delay: 60,
  factor: 2,
  longest: life,
  forgetAfter: life,
}
/** Codes with a password in place of a ticket, from one client address for one account address. */
export const codeByAddressAndPlace: Policy = {
  name: 'code.address.place',
  free: 10,
  delay: 5,
  factor: 2,
  longest: 900,
  forgetAfter: hour,
}
/** The same from all client addresses: more than one stranger alone can reach, and a delay of a minute at most. */
export const codeByAddress: Policy = {
  name: 'code.address',
  free: 100,
  delay: 5,
  factor: 1.5,
  longest: 60,
  forgetAfter: hour,
}
/** Codes and links that were never issued. */
export const codeByPlace: Policy = {
  name: 'code.place',
  free: 40,
  delay: 5,
  factor: 1.5,
  longest: 900,
  forgetAfter: hour,
}
/** Short messages cost money: one a minute per account, and few from one client address. */
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
/** Codes typed by signed-in people. */
export const codeByPerson: Policy = {
  name: 'code.person',
  free: 10,
  delay: 5,
  factor: 2,
  longest: 900,
  forgetAfter: hour,
}
/** The set-up code has 120 bits; the limit only keeps the log short. */
export const setUpByPlace: Policy = {
  name: 'setup.place',
  free: 10,
  delay: 5,
  factor: 2,
  longest: hour,
  forgetAfter: hour,
}
