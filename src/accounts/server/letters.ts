import { codeRules } from '#accounts/rules.ts'
import type { Locale } from '#language/locale.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Log } from '#platform/server/context.ts'
import { toMail, type Mail, type Mailer } from '#platform/server/mail/mail.ts'

/** The mail with the code that verifies an address. */
export function verificationMail(to: string, locale: Locale, firstname: string, code: string): Mail {
  const t = translateFor(locale)
  return toMail(to, {
    language: locale,
    subject: t('accounts.mail.verify.subject', { code }),
    code,
    paragraphs: [
      t('accounts.mail.verify.lead', { name: firstname }),
      t('accounts.mail.verify.expiry', { minutes: codeRules.minutes }),
      t('accounts.mail.verify.ignore'),
    ],
  })
}

/** The mail to someone whose address was used for a sign-up although an account has it already. */
export function knownAddressMail(to: string, locale: Locale, firstname: string, signIn: string): Mail {
  const t = translateFor(locale)
  return toMail(to, {
    language: locale,
    subject: t('accounts.mail.known.subject'),
    paragraphs: [t('accounts.mail.known.lead', { name: firstname }), t('accounts.mail.known.ignore')],
    link: { text: t('accounts.mail.known.link'), address: signIn },
  })
}

/** Sends behind the answer's back: nobody waits for a mail server, and nobody can tell by the time whether one was sent. */
export function post(mailer: Mailer, log: Log, mail: Mail): void {
  mailer.send(mail).catch((error: unknown) => log.error({ err: error }, 'a mail could not be sent'))
}
