import { setTimeout as sleep } from 'node:timers/promises'
import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { botHeader } from '../../src/accounts/botCheck.ts'

/** A person at work through the product's own calls. */
export type Client = {
  get<Body>(path: string): Promise<Body>
  post<Body>(path: string, body: unknown): Promise<Body>
  patch<Body>(path: string, body: unknown): Promise<Body>
  upload<Body>(path: string, name: string, text: string): Promise<Body>
}

export type Credentials = { readonly email: string; readonly password: string }
type Session = { token: string }
type Mail = { readonly to: string; readonly text: string }

/** Signs a new person up and in; the code is read from the developer mailbox. */
export async function signUp(
  address: string,
  credentials: Credentials,
  name: { firstname: string; lastname: string },
): Promise<Client> {
  const open = clientOf(address)
  const { email, password } = credentials
  await open.post('/auth/security/v1/signup', {
    ...name,
    email,
    password,
    repeatpassword: password,
    country: 'LV',
    terms: true,
  })
  const { token } = await open.post<Session>('/auth/security/v1/verify', {
    email,
    code: await codeFor(address, email),
    password,
    method: 'jwt',
  })
  return clientOf(address, token)
}

/** Signs a known person in. */
export async function signIn(address: string, { email, password }: Credentials): Promise<Client> {
  const { token } = await clientOf(address).post<Session>('/auth/security/v1/signin', {
    email,
    password,
    method: 'jwt',
  })
  return clientOf(address, token)
}

async function codeFor(address: string, email: string): Promise<string> {
  for (let tries = 0; tries < 50; tries++) {
    const answer = await fetch(`${address}/dev/mail.json`)
    if (!answer.ok)
      throw new Error('The demo reads its verification code from the developer mailbox: start it without SMTP_URL.')
    const { value } = (await answer.json()) as { value: Mail[] }
    const code = value.find(({ to }) => to === email)?.text.match(/\b\d{6}\b/)?.[0]
    if (code) return code
    await sleep(100)
  }
  throw new Error('The verification mail did not arrive.')
}

function clientOf(address: string, token?: string): Client {
  async function call<Body>(method: string, path: string, body?: unknown, proof: Proof = {}): Promise<Body> {
    const isForm = body instanceof FormData
    const answer = await fetch(`${address}/api${path}`, {
      method,
      headers: {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(isForm ? {} : { 'content-type': 'application/json' }),
        ...proof,
      },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    if (answer.status === 428 && !(botHeader in proof)) return call(method, path, body, await solved(address))
    if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text.slice(0, 500)}`)
    return (text === '' ? undefined : JSON.parse(text)) as Body
  }
  return {
    get: (path) => call('GET', path),
    post: (path, body) => call('POST', path, body),
    patch: (path, body) => call('PATCH', path, body),
    upload(path, name, text) {
      const form = new FormData()
      form.append('file', new Blob([text], { type: 'text/csv' }), name)
      return call('POST', path, form)
    },
  }
}

type Proof = { readonly [botHeader]?: string }

/** Solves the server's challenge for sign-ups. */
async function solved(address: string): Promise<Proof> {
  const answer = await fetch(`${address}/api/auth/security/v1/challenge`)
  const { challenge } = (await answer.json()) as { challenge: Challenge }
  const solution = await solveChallenge({ challenge, deriveKey })
  return { [botHeader]: Buffer.from(JSON.stringify({ challenge, solution })).toString('base64') }
}
