import { setTimeout as pause } from 'node:timers/promises'
import type { BaseContext } from '#platform/server/context.ts'
import { newId } from '#platform/server/newId.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { migrate, type Migration } from '#platform/server/database/migrations.ts'
import { createHttp } from '#platform/server/http/server.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { openMailbox, type Mailbox } from '#platform/server/mail/mailbox.ts'
import { mailboxRoutes } from '#platform/server/mail/mailbox.routes.ts'
import { mailboxTexter } from '#platform/server/sms/sms.ts'
import { accountMigrations } from '#accounts/server/accounts.migrations.ts'
import { auditTables } from '#audit/server/audit.schema.ts'
import type { AccountDeps, Person } from '#accounts/server/accounts.ts'
import { accountRoutes } from '#accounts/server/accounts.routes.ts'
import { authenticate } from '#accounts/server/sessions/authenticate.ts'
import { createSessionLookup } from '#accounts/server/sessions/sessionLookup.ts'
import { driver } from './driver.ts'
import { createClock, type TestClock } from './clock.ts'
import { emptyDatabase } from './database.ts'

export type House = {
  readonly app: Http
  readonly database: Database
  readonly mailbox: Mailbox
  readonly clock: TestClock
  /** Statements sent so far by everyone who uses the house's own database. */
  readonly statements: () => number
  close(): Promise<void>
}

type More = {
  readonly migrations?: readonly Migration[]
  /** Hooks that stand before every route. */
  readonly before?: (app: Http, deps: AccountDeps) => void
  readonly add?: (app: Http, deps: AccountDeps) => Promise<void> | void
  readonly personRenamed?: (database: Database, person: Person) => Promise<void>
  readonly deps?: Partial<AccountDeps>
  readonly beforeRoutes?: (app: Http) => void
}

/** A server with accounts and whatever `more` adds, on a database of its own. */
export async function openHouse(name: string, more: More = {}): Promise<House> {
  const own = await emptyDatabase(name)
  const opened = openDatabase({ driver, connectionString: own.connectionString, connections: 12 })
  await migrate(opened, 'lintel', [...accountMigrations, ...auditTables('lintel'), ...(more.migrations ?? [])])
  let count = 0
  const database: Database = {
    ...opened,
    query: (statement) => (count++, opened.query(statement)),
    until: () => database,
  }
  const silent = { debug() {}, info() {}, warn() {}, error() {} }
  const clock = createClock()
  const ground: BaseContext = { database, now: clock.now, newId, log: silent }
  const mailbox = openMailbox(ground.now)
  const deps: AccountDeps = {
    ground,
    mailer: mailbox,
    sessions: createSessionLookup(ground),
    takesTokensOnly: () => false,
    webAddress: () => 'http://localhost:3000',
    personRenamed: async (person) => more.personRenamed?.(database, person),
    texter: mailboxTexter(mailbox),
    secret: 'a secret of the test, 32 characters long',
    holders: [],
    passwords: 'standard',
    colleagues: async () => [],
    placesOf: async () => [],
    administeredAlone: async () => [],
    ...more.deps,
  }
  const app = await createHttp({ ground, logger: undefined, trustProxy: false })
  authenticate(app, deps)
  more.before?.(app, deps)
  more.beforeRoutes?.(app)
  accountRoutes(app, deps)
  mailboxRoutes(app, mailbox)
  await more.add?.(app, deps)
  await app.ready()
  return {
    app,
    database,
    mailbox,
    clock,
    statements: () => count,
    async close() {
      await app.close()
      await opened.stop()
      await own.drop()
    },
  }
}

export const person = {
  firstname: 'Ilze',
  lastname: 'Kalniņa',
  email: 'ilze@example.org',
  mobilephone: '+371 2000 0000',
  country: 'LV',
  password: 'Otter7Bay',
  repeatpassword: 'Otter7Bay',
  terms: true,
}

type Headers = Record<string, string>

/** POST with a JSON body. */
export function post(house: House, url: string, body: object = {}, headers: Headers = {}) {
  return house.app.inject({ method: 'POST', url: `/api${url}`, payload: body, headers })
}

/** The code in the latest mail to an address. Mails leave after the answer, so it waits for one. */
export async function codeFor(house: House, email: string): Promise<string> {
  for (let wait = 0; wait < 100; wait++) {
    const mail = house.mailbox.mails().find(({ to }) => to === email)
    const code = mail && /\b\d{6}\b/.exec(mail.text)?.[0]
    if (code) return code
    await pause(10)
  }
  throw new Error(`no code came for ${email}`)
}

/** Signs a new person up and in; answers the header that makes requests theirs. */
export async function signedIn(house: House, email: string, change: object = {}): Promise<{ authorization: string }> {
  const signUp = await post(house, '/auth/security/v1/signup', { ...person, email, ...change })
  if (signUp.statusCode !== 202) throw new Error(signUp.body)
  const verified = await post(house, '/auth/security/v1/verify', {
    email,
    code: await codeFor(house, email),
    ticket: signUp.json<{ ticket: string }>().ticket,
    method: 'jwt',
  })
  return { authorization: `Bearer ${verified.json<{ token: string }>().token}` }
}

/** The cookies of an answer as a Cookie header, and by name. */
export function cookiesOf(answer: { cookies: { name: string; value: string }[] }): Headers {
  return { cookie: answer.cookies.map(({ name, value }) => `${name}=${value}`).join('; ') }
}
