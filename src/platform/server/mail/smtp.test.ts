import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { expect, test } from 'vitest'
import { toMail } from '#platform/server/mail/mail.ts'
import { smtpMailer } from '#platform/server/mail/smtp.ts'

test('a letter arrives at a real SMTP server as plain text and HTML, for the one recipient', async () => {
  const received: { to: string[]; from: string; content: string }[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope
        const from = mailFrom ? mailFrom.address : ''
        received.push({ to: rcptTo.map(({ address }) => address), from, content: Buffer.concat(chunks).toString() })
        done()
      })
    },
  })
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const mailer = smtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Lintel <no-reply@example.com>' })
  try {
    await mailer.send(
      toMail('ilze@example.org', {
        subject: 'Your code\r\nBcc: eve@example.org',
        language: 'en',
        paragraphs: ['Hello <b>Ilze</b>'],
        code: '123456',
      }),
    )
  } finally {
    mailer.stop()
    server.close()
  }
  expect(received).toHaveLength(1)
  expect(received[0]).toMatchObject({ to: ['ilze@example.org'], from: 'no-reply@example.com' })
  const content = received[0]?.content ?? ''
  expect(content).toContain('multipart/alternative')
  expect(content).toContain('Hello &lt;b&gt;Ilze&lt;/b&gt;')
  expect(content).toContain('123456')
  expect(content).not.toMatch(/^Bcc:/m)
  expect(content).toContain('Subject: Your code Bcc: eve@example.org')
})

test('a mail server that is not there is an error to the sender, within seconds', async () => {
  const mailer = smtpMailer({ url: 'smtp://127.0.0.1:1', from: 'Lintel <no-reply@example.com>' })
  await expect(mailer.send(toMail('a@b.lv', { subject: 'x', language: 'en', paragraphs: ['x'] }))).rejects.toThrow()
  mailer.stop()
})
