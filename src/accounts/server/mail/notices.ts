import { codeRules } from '#accounts/rules.ts'
import { letter, post, type Addressee } from '#accounts/server/mail/mailTemplates.ts'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import type { Context } from '#platform/server/context.ts'
import type { Mail } from '#platform/server/mail/mail.ts'

/** Events that people are notified of by mail, because an intruder might have caused them. */
export type Notice =
  | 'connected'
  | 'disconnected'
  | 'totpOn'
  | 'totpOff'
  | 'recoveryUsed'
  | 'recoveryNew'
  | 'passkeyAdded'
  | 'passkeyRemoved'

/** Mails a person that something about their ways to sign in has changed. */
export async function notify(
  context: Context,
  deps: AccountDeps,
  userId: string,
  what: Notice,
  name = '',
): Promise<void> {
  const [person] = await context.database.query<Addressee>({
    text: 'select email, firstname, locale from lintel."user" where id = $1',
    values: [userId],
  })
  if (!person) return
  const mail = letter(person, (t) => ({
    subject: t('identity.mail.notice.subject'),
    paragraphs: [
      t('identity.mail.notice.lead', { name: person.firstname }),
      t(`identity.mail.notice.${what}`, { name }),
      t('identity.mail.notice.notYou'),
    ],
    link: { text: t('identity.mail.notice.link'), address: `${deps.webAddress()}/profile/security` },
  }))
  post(deps.mailer, context.log, mail)
}

/** The mail with a code that proves access to an address. */
export function codeMail(to: Pick<Addressee, 'email' | 'locale'>, code: string): Mail {
  return letter(to, (t) => ({
    subject: t('identity.mail.code.subject', { code }),
    code,
    paragraphs: [
      t('identity.mail.code.lead'),
      t('identity.mail.code.expiry', { minutes: codeRules.minutes }),
      t('identity.mail.code.ignore'),
    ],
  }))
}
