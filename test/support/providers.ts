import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** What a person's account at a provider says. */
export type OutsidePerson = Readonly<Record<string, unknown>> & { readonly sub: string }

/** A provider on this machine; whoever comes to it is the person that the test named last. */
export type StandIn = {
  readonly address: string
  be(person: OutsidePerson): void
  /** Goes where the browser would go, and answers the query that it comes back with. */
  visit(address: string): Promise<URL>
  close(): Promise<void>
}

export const client = { id: 'lintel', secret: 'a secret that the provider knows' } as const

/** A real OpenID provider whose sign-in asks nobody anything. */
export async function openidProvider(redirects: readonly string[]): Promise<StandIn> {
  let person: OutsidePerson = { sub: 'nobody' }
  const server = createServer()
  const address = await listen(server)
  const provider = new Provider(address, {
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [...redirects],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: {
      openid: ['sub', 'tid', 'xms_edov'],
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name'],
    },
    conformIdTokenClaims: false,
    findAccount: (_context, id) => ({ accountId: id, claims: () => ({ ...person, sub: id }) }),
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    cookies: { keys: ['a key of the test'] },
  })
  server.on('request', (request, answer) => {
    if (request.url === '/be') return void told(request, answer).then((next) => (person = next))
    if (!request.url?.startsWith('/interaction/')) return void provider.callback()(request, answer)
    void (async () => {
      const { prompt, params, session } = await provider.interactionDetails(request, answer)
      if (prompt.name === 'login')
        return provider.interactionFinished(request, answer, { login: { accountId: person.sub } })
      const grant = new provider.Grant({
        accountId: session?.accountId ?? person.sub,
        clientId: String(params['client_id']),
      })
      grant.addOIDCScope('openid email profile')
      return provider.interactionFinished(request, answer, { consent: { grantId: await grant.save() } })
    })()
  })
  return {
    address,
    be: (next) => void (person = next),
    visit: (start) => browse(start, address),
    close: () => closed(server),
  }
}

/** What Facebook is to a server: a dialog, a token for a code, and the person of a token. */
export async function graphProvider(): Promise<StandIn> {
  let person: OutsidePerson = { sub: 'nobody' }
  const codes = new Map<string, { redirect: string; challenge: string | null }>()
  const server = createServer((request, answer) => {
    const url = new URL(request.url ?? '', 'http://localhost')
    const json = (status: number, body: object) =>
      answer.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    if (url.pathname === '/be') return void told(request, answer).then((next) => (person = next))
    if (url.pathname === '/dialog') {
      const redirect = url.searchParams.get('redirect_uri') ?? ''
      const code = `code-${codes.size + 1}`
      codes.set(code, { redirect, challenge: url.searchParams.get('code_challenge') })
      return void answer
        .writeHead(302, { location: `${redirect}?code=${code}&state=${url.searchParams.get('state')}` })
        .end()
    }
    if (url.pathname === '/oauth/access_token') {
      return void textOf(request).then((text) => {
        const form = new URLSearchParams(text)
        const known = codes.get(form.get('code') ?? '')
        // A code is good once, for the address that it was given to, with the keys of the client.
        codes.delete(form.get('code') ?? '')
        const fits = known?.redirect === form.get('redirect_uri') && form.get('client_secret') === client.secret
        if (!fits) return json(400, { error: 'invalid_grant' })
        return json(200, { access_token: `token-of-${person.sub}`, token_type: 'bearer', expires_in: 3600 })
      })
    }
    if (url.pathname === '/me' && request.headers.authorization === `Bearer token-of-${person.sub}`) {
      return void json(200, { ...person, id: person.sub })
    }
    json(401, { error: { message: 'who are you?' } })
  })
  const address = await listen(server)
  return {
    address,
    be: (next) => void (person = next),
    visit: (start) => browse(start, address),
    close: () => closed(server),
  }
}

/** Follows redirects with cookies until one leads away from the provider, as a browser does. */
async function browse(start: string, provider: string): Promise<URL> {
  const jar = new Map<string, string>()
  let at = new URL(start)
  for (let hops = 0; hops < 10; hops++) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(at, { redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      jar.set(name, value)
    }
    const location = answer.headers.get('location')
    if (!location) throw new Error(`${answer.status} at ${at.href}: ${await answer.text()}`)
    at = new URL(location, at)
    if (at.origin !== provider) return at
  }
  throw new Error('the provider leads round and round')
}

/** A test in another process says who comes next: POST /be. */
async function told(request: IncomingMessage, answer: ServerResponse): Promise<OutsidePerson> {
  const person = JSON.parse(await textOf(request)) as OutsidePerson
  answer.writeHead(204).end()
  return person
}

async function listen(server: Server): Promise<string> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => server.close(() => done()))
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = ''
  for await (const chunk of request) text += String(chunk)
  return text
}
