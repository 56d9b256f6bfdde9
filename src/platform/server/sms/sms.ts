import { escapeHtml, type Mailer } from '#platform/server/mail/mail.ts'

/** One short message to one phone. */
export type Sms = { readonly to: string; readonly text: string }

/** Takes short messages. Resolves when one was handed over to whoever delivers it. */
export type Texter = { send(sms: Sms): Promise<void> }

/** Puts short messages beside the mails of the developer mailbox. */
export function mailboxTexter(mailbox: Mailer): Texter {
  return {
    send: ({ to, text }) => mailbox.send({ to, subject: `SMS: ${text}`, text, html: `<p>${escapeHtml(text)}</p>` }),
  }
}

/** The longest wait for a gateway, in milliseconds. */
const longestWait = 10_000

/** Hands short messages to a gateway: POST {to, text} as JSON, with the user and password of the address as Basic. */
export function gatewayTexter(address: string): Texter {
  const url = new URL(address)
  const { username, password } = url
  url.username = url.password = ''
  const credentials = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`
  return {
    async send(sms) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(username && { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` }),
        },
        body: JSON.stringify(sms),
        redirect: 'error',
        signal: AbortSignal.timeout(longestWait),
      })
      await answer.body?.cancel()
      if (!answer.ok) throw new Error(`The SMS gateway answered ${answer.status}`)
    },
  }
}
