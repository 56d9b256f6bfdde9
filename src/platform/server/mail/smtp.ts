import type { Mailer } from '#platform/server/mail/mail.ts'

export type SmtpOptions = {
  /** `smtp://user:password@host:587` or `smtps://...`. */
  readonly url: string
  /** The sender, `Lintel <no-reply@example.com>`. */
  readonly from: string
}

/** Sends by SMTP over a small pool of connections. The library is loaded for the first mail. */
export function smtpMailer(options: SmtpOptions): Mailer & { stop(): void } {
  let opened: ReturnType<typeof openTransport> | undefined
  return {
    async send({ to, subject, text, html }) {
      const transport = await (opened ??= openTransport(options.url))
      // The recipient is given as data, so that no text of a person can name another one.
      await transport.sendMail({ from: options.from, to: { name: '', address: to }, subject, text, html })
    },
    stop: () => void opened?.then((transport) => transport.close()),
  }
}

async function openTransport(url: string) {
  const { createTransport } = await import('nodemailer')
  return createTransport({
    url,
    pool: true,
    maxConnections: 3,
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
  })
}
