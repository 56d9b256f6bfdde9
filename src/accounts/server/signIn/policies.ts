import { unverifiedDays } from '#accounts/status.ts'
import type { Policy } from '#accounts/server/signIn/throttle.ts'
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
/**
 * What a mail to one address is for. Each purpose counts by itself, so that none holds up another: a minute after the first
 * one, then twice as long each time, five minutes at most. An address so gets at most fifteen mails of one purpose in an hour.
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
/** What only the person themselves can ask for; counted by person. */
export const confirmMails = mailFor('confirm')
export const ownAddressMails = mailFor('verify')
/** As long as a sign-up waits. Each ticket has its tries for that time, so that many tickets are no way to more of them. */
const life = unverifiedDays * 24 * hour
/** Once more with the ticket: counted by ticket, so that a stranger holds up nobody; five in the first hour, then ever fewer. */
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
 * Codes of who holds the ticket of a sign-up: each code has five tries of its own, and this slows whoever asks for one code
 * after the other. Nobody else's tries count here.
 */
export const codeByTicket: Policy = {
  name: 'code.ticket',
  free: 10,
  delay: 60,
  factor: 2,
  longest: life,
  forgetAfter: life,
}
/** Codes that come with a password instead, from one place for one address. */
export const codeByAddressAndPlace: Policy = {
  name: 'code.address.place',
  free: 10,
  delay: 5,
  factor: 2,
  longest: 900,
  forgetAfter: hour,
}
/** The same from all places: so many that one stranger alone never gets there, and never longer than a minute. */
export const codeByAddress: Policy = {
  name: 'code.address',
  free: 100,
  delay: 5,
  factor: 1.5,
  longest: 60,
  forgetAfter: hour,
}
/** Codes and links that nobody was given. */
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
