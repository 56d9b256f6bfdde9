import { test as base, type Browser, type Page } from '@playwright/test'
import {
  newEntity,
  newEnvironment,
  newMaker,
  type Maker,
  type Named,
  type Place,
  type Send,
} from '../../support/maker.ts'
import { field } from './screen.ts'
import { fillPlayground, type Playground } from './playground.ts'

export const password = 'Otter7Bay'

/** What every story on an environment plays on: a maker who is signed in, and an environment with filled tables. */
export type Stage = {
  readonly maker: Maker
  readonly email: string
  readonly place: Place
  readonly tables: Playground
  /** The browser's state after the sign-in. */
  readonly state: Awaited<ReturnType<typeof signedInState>>
}

type WorkerFixtures = { readonly stage: Stage }

/** Stories of people who are signed in. One person and one environment for all of them: signing up takes its time. */
export const test = base.extend<object, WorkerFixtures>({
  stage: [
    async ({ browser }, use, info) => {
      const address = info.project.use.baseURL ?? ''
      const name = uniqueName('maker')
      const email = `${name}@example.org`
      const maker = await newMaker(sendTo(address), email)
      const place = await newEnvironment(maker, name)
      const tables = await fillPlayground(maker, place)
      const state = await signedInState(browser, address, email)
      await use({ maker, email, place, tables, state })
    },
    { scope: 'worker' },
  ],
  storageState: async ({ stage }, use) => use(stage.state),
})

export { expect } from '@playwright/test'

/** Sends requests to the server under test. */
export function sendTo(address: string): Send {
  return async (method, path, body, headers) => {
    const isText = typeof body === 'string'
    const answer = await fetch(address + path, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text,
      json: <Body>() => JSON.parse(text) as Body,
    }
  }
}

/** Signs in as a person does, and declines the cookies, so that the banner is in nobody's way. */
export async function signIn(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email)
  await field(page, 'Password').fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

/** A uri that no other story has. */
export function uniqueName(prefix: string): string {
  return `${prefix}${Date.now().toString(36)}${Math.floor(Math.random() * 1296).toString(36)}`
}

/** A table of its own for a story that changes records; answers with the records that it begins with. */
export async function newTable(
  { maker, place }: Pick<Stage, 'maker' | 'place'>,
  attributes: readonly object[],
  rows: readonly object[],
): Promise<Named & { readonly ids: readonly string[] }> {
  const table = await newEntity(maker, place, uniqueName('t'), [...attributes])
  const ids: string[] = []
  for (const row of rows) ids.push(await newRecord({ maker, place }, table, row))
  return { ...table, ids }
}

export async function newRecord(
  { maker, place }: Pick<Stage, 'maker' | 'place'>,
  table: Pick<Named, 'uri'>,
  row: object,
): Promise<string> {
  const made = await maker.send('POST', `/api/odata/v1/${place.id}/${table.uri}`, row)
  if (made.status !== 201) throw new Error(`${made.status}: ${made.text}`)
  return made.json<{ id: string }>().id
}

/** The records of a table as the API tells them; `query` is in OData. */
export async function recordsOf<Row = Record<string, unknown>>(
  { maker, place }: Pick<Stage, 'maker' | 'place'>,
  table: Pick<Named, 'uri'>,
  query = '',
): Promise<readonly Row[]> {
  const answer = await maker.send('GET', `/api/odata/v1/${place.id}/${table.uri}?${query}`)
  return answer.json<{ value: Row[] }>().value
}

async function signedInState(browser: Browser, address: string, email: string) {
  const context = await browser.newContext({ baseURL: address, locale: 'en-US' })
  const page = await context.newPage()
  await page.goto('/auth')
  await page.getByRole('button', { name: 'Decline' }).click()
  await signIn(page, email)
  await page.waitForURL('/main')
  const state = await context.storageState()
  await context.close()
  return state
}
