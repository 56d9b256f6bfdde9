import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expected, newMaker } from '../support/maker.ts'
import type { WholeLintel } from '../support/lintel.ts'

export type Tokens = {
  open(): Promise<string>
  /** The person chooses a new password, or is disabled. */
  end(how: 'password' | 'disabled'): Promise<void>
  isOpen(token: string): Promise<boolean>
}
export type Family = {
  open(): Promise<string>
  refresh(token: string): Promise<string | undefined>
  isOpen(token: string): boolean | Promise<boolean>
}
export type Entrance = { signIn(password: string, from: string): Promise<'in' | 'wrong' | 'later'> }

export const passwords = { right: 'Otter7Bay', wrong: 'Wrong1' }
/** Those of the maker, signed in by a browser. */
export async function cookiesOf(lintel: WholeLintel): Promise<string> {
  const payload = { email: 'anna@example.org', password: passwords.right, method: 'cookie' }
  const answer = await lintel.app.inject({ method: 'POST', url: '/api/auth/security/v1/signin', payload })
  return answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
}

/** The link to a new password in the mail to an address. */
export async function linkTo({ send }: WholeLintel, email: string): Promise<string> {
  for (let wait = 0; wait < 300; wait++) {
    const { value } = (await send('GET', '/dev/mail.json')).json<{ value: { to: string; text: string }[] }>()
    for (const { to, text } of value) {
      const link = /\S+\/auth\/reset#\S+/.exec(text)?.[0]
      if (to === email && link) return link
    }
    await pause(20)
  }
  throw new Error('no link came')
}

export function ourTokens(lintel: WholeLintel, forget: () => Promise<unknown>): Tokens {
  let email = ''
  return {
    async open() {
      await forget()
      email = `${randomUUID()}@example.org`
      return (await newMaker(lintel.send, email)).token
    },
    async end(how) {
      if (how === 'disabled') {
        await lintel.database.execute({
          text: `update lintel."user" set status = 'inactive' where email = $1`,
          values: [email],
        })
        // Other processes notice within a second.
        return pause(1010)
      }
      await expected(202, lintel.send('POST', '/api/auth/security/v1/reset', { email }))
      const token = (await linkTo(lintel, email)).split('#')[1]
      const draft = { token, password: 'Kestrel42', repeatpassword: 'Kestrel42' }
      await expected(204, lintel.send('POST', '/api/auth/security/v1/reset/confirm', draft))
    },
    isOpen: async (token) => (await me(lintel, token)) === 200,
  }
}

const me = async ({ send }: WholeLintel, token: string) =>
  (await send('GET', '/api/user/v1/me', undefined, { authorization: `Bearer ${token}` })).status

export function ourFamily(lintel: WholeLintel, forget: () => Promise<unknown>): Family {
  return {
    async open() {
      await forget()
      return (await newMaker(lintel.send, `${randomUUID()}@example.org`)).token
    },
    async refresh(token) {
      const answer = await lintel.send(
        'POST',
        '/api/auth/security/v1/refresh',
        { method: 'jwt', mode: 'strict', remember_me: false },
        { authorization: `Bearer ${token}` },
      )
      return answer.status === 200 ? answer.json<{ token: string }>().token : undefined
    },
    isOpen: async (token) => (await me(lintel, token)) === 200,
  }
}

/** Each token is good once, and what a second use means is asked by nobody. */
export function naiveFamily(): Family {
  const good = new Set<string>()
  const next = () => {
    const token = randomUUID()
    good.add(token)
    return token
  }
  return {
    open: async () => next(),
    refresh: async (token) => (good.delete(token) ? next() : undefined),
    isOpen: (token) => good.has(token),
  }
}

export function ourEntrance(lintel: WholeLintel, forget: () => Promise<unknown>): Entrance {
  const email = `${randomUUID()}@example.org`
  let device = ''
  const begin = forget()
    .then(() => newMaker(lintel.send, email))
    .then(forget)
  return {
    async signIn(password, from) {
      await begin
      const answer = await lintel.app.inject({
        method: 'POST',
        url: '/api/auth/security/v1/signin',
        remoteAddress: from === 'home' ? '203.0.113.9' : from,
        headers: from === 'home' && device !== '' ? { cookie: device } : {},
        payload: { email, password, method: 'jwt' },
      })
      if (answer.statusCode === 200) device = answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
      return answer.statusCode === 200 ? 'in' : answer.statusCode === 401 ? 'wrong' : 'later'
    },
  }
}

/** Five wrong ones, and the account is shut: to its owner as well. */
export function lockingEntrance(): Entrance {
  let wrong = 0
  return {
    async signIn(password) {
      if (wrong >= 5) return 'later'
      if (password === passwords.right) return 'in'
      wrong++
      return 'wrong'
    },
  }
}

export function entranceByPlace(): Entrance {
  const wrong = new Map<string, number>()
  return {
    async signIn(password, from) {
      if ((wrong.get(from) ?? 0) >= 5) return 'later'
      if (password === passwords.right) return 'in'
      wrong.set(from, (wrong.get(from) ?? 0) + 1)
      return 'wrong'
    },
  }
}
