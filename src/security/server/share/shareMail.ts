import type { MemberContext } from '#environments/server/environments.ts'
import type { Locale } from '#language/locale.ts'
import { translateFor } from '#language/server/texts.ts'
import { toMail } from '#platform/server/mail/mail.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import type { Receiver } from '#security/share.ts'

type Told = {
  readonly receiver: Receiver
  readonly entityId: string
  readonly recordId: string
  readonly entity: string
}

/**
 * Tells a member, in their language, that a record was shared with them. The mail names the table and leads to the record; it
 * holds nothing of it. Teams and units get none: it would be a mail to many for each record.
 */
export async function tellReceiver(
  { mailer, webAddress }: Pick<AdminDeps, 'mailer' | 'webAddress'>,
  { database, environment, session, log }: MemberContext,
  { receiver, entityId, recordId, entity }: Told,
): Promise<void> {
  if (receiver.kind !== 'member' || receiver.id === session.user.id) return
  const [person] = await database.query<{ email: string; locale: Locale }>({
    text: `select email, locale from lintel."user" where id = $1`,
    values: [receiver.id],
  })
  const [giver] = await database.query<{ name: string }>({
    text: `select trim(firstname || ' ' || lastname) as name from lintel."user" where id = $1`,
    values: [session.user.id],
  })
  if (!person) return
  const t = translateFor(person.locale)
  const values = { giver: giver?.name ?? '', entity, environment: environment.name }
  const mail = toMail(person.email, {
    language: person.locale,
    subject: t('security.mail.share.subject', values),
    paragraphs: [t('security.mail.share.lead', values), t('security.mail.share.access')],
    link: {
      text: t('security.mail.share.link'),
      address: `${webAddress()}/${environment.id}/entity/${entityId}/${recordId}`,
    },
  })
  mailer.send(mail).catch((error: unknown) => log.error({ err: error }, 'a mail of a share could not be sent'))
}
