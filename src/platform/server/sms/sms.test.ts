import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openMailbox } from '#platform/server/mail/mailbox.ts'
import { gatewayTexter, mailboxTexter } from '#platform/server/sms/sms.ts'

type Seen = { method: string | undefined; authorization: string | undefined; body: unknown }
const seen: Seen[] = []
let status = 202
const gateway = createServer((request, response) => {
  void bodyOf(request).then((body) => {
    seen.push({ method: request.method, authorization: request.headers.authorization, body: JSON.parse(body) })
    response.writeHead(status, status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end()
  })
})
beforeAll(() => new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve)))
afterAll(() => new Promise((resolve) => gateway.close(resolve)))
const address = () => `127.0.0.1:${(gateway.address() as AddressInfo).port}/send`

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const part of request) text += String(part)
  return text
}

test('a message goes to the gateway as JSON, with the user and password of its address', async () => {
  await gatewayTexter(`http://lintel:p%40ss@${address()}`).send({ to: '+371 2000 0000', text: '123456' })
  expect(seen).toEqual([
    {
      method: 'POST',
      authorization: `Basic ${Buffer.from('lintel:p@ss').toString('base64')}`,
      body: { to: '+371 2000 0000', text: '123456' },
    },
  ])
})

test.each([500, 401, 302])(
  'what the gateway answers with %i is told as a failure, and followed nowhere',
  async (answer) => {
    status = answer
    await expect(gatewayTexter(`http://${address()}`).send({ to: '1', text: 'x' })).rejects.toThrow()
  },
)

test('without a gateway, messages stand beside the mails', async () => {
  const mailbox = openMailbox(() => new Date())
  await mailboxTexter(mailbox).send({ to: '+371 2000 0000', text: '123456 is your code <b>' })
  expect(mailbox.mails()).toMatchObject([{ to: '+371 2000 0000', text: '123456 is your code <b>' }])
  expect(mailbox.mails()[0]?.html).not.toContain('<b>')
})
