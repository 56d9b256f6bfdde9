import type { Locale } from '#language/locale.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { toMail, type Mail } from '#platform/server/mail/mail.ts'

/** Where an invite is accepted: a page that posts the code, for GET changes nothing. */
export function inviteAddress(webAddress: string, code: string): string {
  return `${webAddress}/main?invite=${code}`
}

/** The language of the account with this address, if any. */
export async function localeOfAddress(executor: Executor, email: string): Promise<Locale | undefined> {
  const [person] = await executor.query<{ locale: Locale }>({
    text: `select locale from lintel."user" where email = $1 and status <> 'created'`,
    values: [email],
  })
  return person?.locale
}

type Invitation = {
  readonly inviter: string
  readonly environment: string
  readonly code: string
  readonly address: string
  readonly expires: string
}

/** The mail with an invite. */
export function inviteMail(to: string, locale: Locale, invitation: Invitation): Mail {
  const t = translateFor(locale)
  const { inviter, environment, code, address, expires } = invitation
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(expires))
  return toMail(to, {
    language: locale,
    subject: t('security.mail.invite.subject', { inviter, environment }),
    paragraphs: [
      t('security.mail.invite.lead', { inviter, environment }),
      t('security.mail.invite.code', { code }),
      t('security.mail.invite.expiry', { day }),
      t('security.mail.invite.ignore'),
    ],
    link: { text: t('security.mail.invite.link'), address },
  })
}
