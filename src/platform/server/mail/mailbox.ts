import type { Mail, Mailer } from '#platform/server/mail/mail.ts'

export type KeptMail = Mail & { readonly id: number; readonly sentOn: Date }

/** The developer mailbox: keeps the last mails in memory instead of sending them. */
export type Mailbox = Mailer & { mails(): readonly KeptMail[] }

export const mostMails = 200

export function openMailbox(now: () => Date): Mailbox {
  const mails: KeptMail[] = []
  let count = 0
  return {
    send(mail) {
      mails.unshift({ ...mail, id: ++count, sentOn: now() })
      mails.length = Math.min(mails.length, mostMails)
      return Promise.resolve()
    },
    mails: () => mails,
  }
}
