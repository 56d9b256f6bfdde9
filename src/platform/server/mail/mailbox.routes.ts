import type { FastifyRequest } from 'fastify'
import { fault } from '#faults/fault.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { escapeHtml } from '#platform/server/mail/mail.ts'
import { mostMails, type KeptMail, type Mailbox } from '#platform/server/mail/mailbox.ts'

/** `/dev/mail` and `/dev/mail.json`: what the developer mailbox holds. Only for who sits at this machine; never in production. */
export function mailboxRoutes(app: Http, mailbox: Mailbox): void {
  app.get('/dev/mail.json', { config: { access: 'public' } }, (request) => {
    refuseStrangers(request)
    return { value: mailbox.mails() }
  })
  app.get('/dev/mail', { config: { access: 'public' } }, (request, reply) => {
    refuseStrangers(request)
    return reply.type('text/html; charset=utf-8').header('cache-control', 'no-store').send(page(mailbox.mails()))
  })
}

/** The peer must be this machine, and the name asked for a name of this machine: a rebound host name is not one. */
function refuseStrangers(request: FastifyRequest): void {
  const peer = request.socket.remoteAddress ?? ''
  const local = /^(127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/.test(peer)
  const named = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i.test(request.headers.host ?? '')
  const forwarded = request.headers['x-forwarded-for'] ?? request.headers['forwarded']
  if (!local || !named || forwarded !== undefined) throw fault('route.unknown', { path: '/dev/mail' })
}

function page(mails: readonly KeptMail[]): string {
  const items = mails.map(
    ({ id, to, subject, text, sentOn }) => `<article id="mail-${id}">
<h2>${escapeHtml(subject)}</h2>
<p>${escapeHtml(to)} · <time>${sentOn.toISOString()}</time></p>
<pre style="white-space:pre-wrap">${escapeHtml(text)}</pre>
</article>`,
  )
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Developer mailbox</title></head>
<body><main style="font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem">
<h1>Developer mailbox</h1>
<p>No SMTP server is set, so mails stay here: the last ${mostMails} of them, newest first.</p>
${items.join('\n')}
</main></body></html>`
}
