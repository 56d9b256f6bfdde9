import { fullName } from '#accounts/fullName.ts'
import { throttle, type Policy } from '#accounts/server/accounts.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { Fault } from '#faults/fault.ts'
import type { Locale } from '#language/locale.ts'
import { translateFor } from '#language/server/texts.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { toMail } from '#platform/server/mail/mail.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import type { Receiver } from '#security/share.ts'

type Told = {
  readonly receiver: Receiver
  readonly entityId: string
  readonly recordId: string
  readonly entity: string
}

/** At most thirty share mails from one member to another per hour; further shares are not mailed. */
export const shareMails: Policy = {
  name: 'mail.share',
  free: 30,
  delay: 3600,
  factor: 1,
  longest: 3600,
  forgetAfter: 3600,
}

async function mayTell(database: Executor, giverId: string, receiverId: string): Promise<boolean> {
  try {
    await throttle(database, shareMails, `${giverId} ${receiverId}`)
    return true
  } catch (error) {
    // The share is given all the same.
    if (error instanceof Fault && error.code === 'request.tooMany') return false
    throw error
  }
}

/**
 * Mails a member, in the member's language, that a record was shared. The mail names the table and links to the record;
 * it contains no values of the record. Teams and units get no mail: each record would cause a mail to many people.
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
  if (!person || !(await mayTell(database, session.user.id, receiver.id))) return
  const t = translateFor(person.locale)
  const values = { giver: fullName(session.user), entity, environment: environment.name }
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
