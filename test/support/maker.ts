import { setTimeout as pause } from 'node:timers/promises'

/** What a server answered. */
export type Answer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  json<Body>(): Body
}
export type Headers = Readonly<Record<string, string>>

/** Sends a request to a server, wherever it runs; a body that is no text goes as JSON. */
export type Send = (method: string, path: string, body?: unknown, headers?: Headers) => Promise<Answer>

/** A person who has signed up, with developer mode on; `send` speaks in their name. */
export type Maker = { readonly id: string; readonly token: string; readonly send: Send }
export type Place = { readonly id: string; readonly uri: string; readonly schema: string }
export type Named = { readonly id: string; readonly uri: string }

/** Signs a new person up and in through the server's own calls; the code comes from the developer mailbox. */
export async function newMaker(send: Send, email: string): Promise<Maker> {
  const password = 'Otter7Bay'
  const draft = { firstname: 'Ilze', lastname: 'Kalniņa', email, mobilephone: '+371 2000 0000', country: 'LV' }
  const signUp = await expected(
    202,
    send('POST', '/api/auth/security/v1/signup', { ...draft, password, repeatpassword: password, terms: true }),
  )
  const code = await codeFor(send, email)
  const { ticket } = signUp.json<{ ticket: string }>()
  const verified = await expected(
    200,
    send('POST', '/api/auth/security/v1/verify', { email, code, ticket, method: 'jwt' }),
  )
  const { token } = verified.json<{ token: string }>()
  const own: Send = (method, path, body, headers) =>
    send(method, path, body, { authorization: `Bearer ${token}`, ...headers })
  const me = await expected(200, own('PATCH', '/api/user/v1/me', { developermode: true }))
  return { id: me.json<{ id: string }>().id, token, send: own }
}

/** Proves once more who a maker is, as is asked before what outlives a session. */
export async function confirmed({ send }: Maker): Promise<void> {
  await expected(204, send('POST', '/api/user/v1/confirm', { password: 'Otter7Bay' }))
}

/** Makes a key for programs; answers its secret. */
export async function newKey(maker: Maker, draft: object): Promise<string> {
  await confirmed(maker)
  const made = await expected(201, maker.send('POST', '/api/user/v1/key', draft))
  return made.json<{ key: string }>().key
}

export async function newEnvironment({ send }: Maker, uri: string): Promise<Place> {
  const made = await expected(201, send('POST', '/api/env/v1', { name: uri, uri, region: 'eu' }))
  const { id } = made.json<{ id: string }>()
  return { id, uri, schema: `e_${id.replaceAll('-', '')}` }
}

/** Makes an entity with attributes, given as the metadata call takes them. */
export async function newEntity({ send }: Maker, { id }: Place, uri: string, attributes: object[]): Promise<Named> {
  const draft = { name: uri, collectionname: uri, uri, attributes }
  const made = await expected(201, send('POST', `/api/metadata/entity/v1/${id}`, draft))
  return made.json<Named>()
}

/** The answer if it has this status; otherwise an error that shows it. */
export async function expected(status: number, answer: Promise<Answer>): Promise<Answer> {
  const given = await answer
  if (given.status !== status) throw new Error(`${given.status} instead of ${status}: ${given.text}`)
  return given
}

/** Requests over the network to a server at an address. */
export function sendTo(address: string): Send {
  return async (method, path, body, headers) => {
    const answer = await fetch(address + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined
        ? {}
        : { body: typeof body === 'string' || body instanceof Uint8Array ? Buffer.from(body) : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return answerOf(answer.status, Object.fromEntries(answer.headers), text)
  }
}

export function answerOf(status: number, headers: Answer['headers'], text: string): Answer {
  return { status, headers, text, json: <Body>() => JSON.parse(text) as Body }
}

async function codeFor(send: Send, email: string): Promise<string> {
  for (let wait = 0; wait < 200; wait++) {
    const { value } = (await send('GET', '/dev/mail.json')).json<{ value: { to: string; text: string }[] }>()
    const mail = value.find(({ to }) => to === email)
    const code = mail && /\b\d{6}\b/.exec(mail.text)?.[0]
    if (code) return code
    await pause(20)
  }
  throw new Error(`no code came for ${email}`)
}
