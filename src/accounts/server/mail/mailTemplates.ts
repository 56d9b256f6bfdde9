import { codeRules, resetMinutes } from '#accounts/rules.ts'
import type { Locale } from '#language/locale.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Translate } from '#language/translate.ts'
import type { Log } from '#platform/server/context.ts'
import { toMail, type Letter, type Mail, type Mailer } from '#platform/server/mail/mail.ts'
import type { Sms, Texter } from '#platform/server/sms/sms.ts'

/** The addressee of a mail. */
export type Addressee = { readonly email: string; readonly locale: Locale; readonly firstname: string }

/**
 * Sends without awaiting the mail server, so that the duration of an answer does not reveal whether a mail was sent.
 */
export function post(mailer: Mailer, log: Log, mail: Mail): void {
  mailer.send(mail).catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
}

/** The same for a short message; without a texter no screen offers short messages. */
export function postText(texter: Texter | undefined, log: Log, sms: Sms): void {
  texter?.send(sms).catch((error: unknown) => log.error({ err: error }, 'a short message could not be sent'))
}

/** A mail in the language of its addressee. */
export function letter(
  { email, locale }: Pick<Addressee, 'email' | 'locale'>,
  write: (t: Translate) => Omit<Letter, 'language'>,
): Mail {
  return toMail(email, { language: locale, ...write(translateFor(locale)) })
}

/** The mail with the code that verifies an address. */
export function verificationMail(to: Addressee, code: string): Mail {
  return letter(to, (t) => ({
    subject: t('accounts.mail.verify.subject', { code }),
    code,
    paragraphs: [
      t('accounts.mail.verify.lead', { name: to.firstname }),
      t('accounts.mail.verify.expiry', { minutes: codeRules.minutes }),
      t('accounts.mail.verify.ignore'),
    ],
  }))
}

/** The mail to a new address with the code that makes it the account's. */
export function newAddressMail(to: Addressee, code: string): Mail {
  return letter(to, (t) => ({
    subject: t('accounts.mail.verify.subject', { code }),
    code,
    paragraphs: [
      t('accounts.mail.newAddress.lead', { name: to.firstname }),
      t('accounts.mail.newAddress.expiry', { minutes: codeRules.minutes }),
      t('accounts.mail.newAddress.ignore'),
    ],
  }))
}

/** The short message with the code that verifies a phone. */
export function codeText(locale: Locale, code: string): string {
  return translateFor(locale)('accounts.mail.sms', { code, minutes: codeRules.minutes })
}

/** The mail to someone whose address was used for a sign-up although an account has it already. */
export function knownAddressMail(to: Addressee, signIn: string): Mail {
  return letter(to, (t) => ({
    subject: t('accounts.mail.known.subject'),
    paragraphs: [t('accounts.mail.known.lead', { name: to.firstname }), t('accounts.mail.known.ignore')],
    link: { text: t('accounts.mail.known.link'), address: signIn },
  }))
}

/** The mail to the owner of an address that another person wants to use for an account. */
export function takenAddressMail(to: Addressee): Mail {
  return letter(to, (t) => ({
    subject: t('accounts.mail.known.subject'),
    paragraphs: [t('accounts.mail.taken.lead', { name: to.firstname }), t('accounts.mail.known.ignore')],
  }))
}

/** The mail with the link to a new password. */
export function resetMail(to: Addressee, address: string): Mail {
  return letter(to, (t) => ({
    subject: t('accounts.mail.reset.subject'),
    paragraphs: [
      t('accounts.mail.reset.lead', { name: to.firstname }),
      t('accounts.mail.reset.expiry', { minutes: resetMinutes }),
      t('accounts.mail.reset.ignore'),
    ],
    link: { text: t('accounts.mail.reset.link'), address },
  }))
}

/** The mail about a new password. */
export function passwordChangedMail(to: Addressee, address: string): Mail {
  return letter(to, (t) => ({
    subject: t('accounts.mail.passwordChanged.subject'),
    paragraphs: [
      t('accounts.mail.passwordChanged.lead', { name: to.firstname }),
      t('accounts.mail.passwordChanged.text'),
    ],
    link: { text: t('accounts.mail.passwordChanged.link'), address },
  }))
}

/** The mail to the former address of an account. */
export function formerAddressMail(to: Addressee, now: string): Mail {
  return letter(to, (t) => ({
    subject: t('accounts.mail.formerAddress.subject'),
    paragraphs: [
      t('accounts.mail.formerAddress.lead', { name: to.firstname, email: now }),
      t('accounts.mail.formerAddress.text'),
    ],
  }))
}

/** The mail to someone whose second factor and passkeys an administrator took away. */
export function factorsGoneMail(to: Addressee): Mail {
  return letter(to, (t) => ({
    subject: t('accounts.mail.factorsGone.subject'),
    paragraphs: [t('accounts.mail.factorsGone.lead', { name: to.firstname }), t('accounts.mail.formerAddress.text')],
  }))
}
