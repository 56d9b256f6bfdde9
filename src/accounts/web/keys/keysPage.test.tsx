import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { ApiKey, KeyPlace } from '#accounts/apiKey.ts'
import { KeysPage } from '#accounts/web/keys/KeysPage.tsx'
import { ConfirmRegion } from '#design/web/overlay/ConfirmRegion.tsx'
import { ToastRegion } from '#design/web/feedback/ToastRegion.tsx'
import { LanguageProvider, loadTexts } from '#language/web/language.tsx'
import { api, forgetSession } from '#platform/web/http.ts'

const uuid = (end: number) => `0190a4c2-7a3b-7c4d-8e5f-00000000000${end}`
const placeOf = (end: number, name: string) => ({
  id: uuid(end),
  name,
  address: `https://lintel.example/odata/${end}/`,
})
const north = placeOf(1, 'Nordwind')
const south = placeOf(2, 'Südwind')
const secret = 'lintel_secretOfTheNewKey'
const days = 86_400_000
const keyOf = (end: number, more: Partial<ApiKey> = {}): ApiKey => ({
  id: uuid(end),
  name: `Key ${end}`,
  envid: null,
  readonly: false,
  entities: null,
  created_on: new Date(Date.now() - 3 * days).toISOString(),
  expires_on: null,
  last_used_on: null,
  ...more,
})

let keys: readonly ApiKey[] = []
let sent: { method: string; path: string; body: unknown }[] = []
let refusal: { status: number; body: object } | undefined
let client: QueryClient

function answer(method: string, path: string, body: { name: string; envid: string | null } | null): Response {
  if (path.endsWith('/csrf/v1/create')) return Response.json({ token: 'token' })
  if (refusal) return Response.json(refusal.body, { status: refusal.status })
  if (method === 'DELETE') {
    keys = keys.filter(({ id }) => !path.endsWith(id))
    return new Response(null, { status: 204 })
  }
  if (method === 'POST' && body) {
    const made = keyOf(9, { name: body.name, envid: body.envid })
    keys = [made, ...keys]
    return Response.json({ ...made, key: secret }, { status: 201 })
  }
  return Response.json({ value: keys })
}

function open(
  places: readonly KeyPlace[] | 'none' = [north, south],
  more: { chosenId?: string; error?: unknown } = {},
) {
  const refetch = vi.fn()
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const root = createRootRoute()
  const page = createRoute({
    getParentRoute: () => root,
    path: '/keys',
    component: () => (
      <>
        <KeysPage
          places={{ data: places === 'none' ? undefined : places, error: more.error ?? null, refetch }}
          chosenId={more.chosenId}
          TableChoice={({ label }) => <p>{label}</p>}
        />
        <ConfirmRegion />
        <ToastRegion />
      </>
    ),
  })
  const router = createRouter({
    routeTree: root.addChildren([page]),
    history: createMemoryHistory({ initialEntries: ['/keys'] }),
  })
  render(
    <LanguageProvider>
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  return { refetch }
}

beforeAll(() => loadTexts(['accounts', 'design', 'session'], 'en'))
beforeEach(() => {
  keys = []
  sent = []
  refusal = undefined
  forgetSession()
  window.localStorage.setItem('locale', 'en')
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const [method, path] = [init?.method ?? 'GET', String(address)]
    const body = JSON.parse(String(init?.body ?? 'null'))
    if (path.includes('/user/v1/key') && method !== 'GET') sent.push({ method, path, body })
    return answer(method, path, body)
  })
})
afterEach(() => {
  cleanup()
  api.clearCache()
  vi.restoreAllMocks()
})

async function make(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: 'New key' }))
  const dialog = await screen.findByRole('dialog')
  fireEvent.change(within(dialog).getByLabelText(/^Name/), { target: { value: name } })
  fireEvent.click(within(dialog).getByRole('button', { name: 'Make the key' }))
}

test('who has no keys is told what they are for, and makes one', async () => {
  open()
  await screen.findByText(/A key lets Excel, Power BI or a script work with your records/)
  await make('Excel')
  const made = await screen.findByRole('region', { name: 'Your new key: Excel' })
  expect(within(made).getByText(secret)).toBeDefined()
  expect(sent).toEqual([
    {
      method: 'POST',
      path: '/api/user/v1/key',
      body: { name: 'Excel', envid: null, days: 90, readonly: false, entities: null },
    },
  ])
  expect(document.activeElement?.textContent).toBe('Your new key: Excel')
})

test('the environment one comes from, or the only one, is offered first', async () => {
  open([north, south], { chosenId: south.id })
  await make('Excel')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ envid: south.id }))
  const made = await screen.findByRole('region', { name: 'Your new key: Excel' })
  expect(within(made).getByText(south.address)).toBeDefined()
  expect(within(made).queryByText(north.address)).toBeNull()
  cleanup()
  sent = []
  keys = []
  open([north])
  await make('Excel')
  await waitFor(() => expect(sent[0]?.body).toMatchObject({ envid: north.id }))
})

test('a name that is too short is refused at its field, and nothing is sent', async () => {
  open()
  await make('x')
  const dialog = screen.getByRole('dialog')
  await waitFor(() => expect(within(dialog).getByLabelText(/^Name/).getAttribute('aria-invalid')).toBe('true'))
  expect(sent).toEqual([])
})

test('what the server refuses is told in the form', async () => {
  open()
  await screen.findByText(/No keys yet/)
  const message = 'You can have at most 50 keys at a time.'
  refusal = {
    status: 422,
    body: { error: { code: 'apiKey.limit', message, details: [{ code: 'apiKey.limit', message, target: 'name' }] } },
  }
  await make('One more')
  expect((await screen.findAllByText(message)).length).toBeGreaterThan(0)
})

test('the secret is kept in no cache, and is gone when one is done with it', async () => {
  open()
  await make('Excel')
  const made = await screen.findByRole('region', { name: 'Your new key: Excel' })
  const kept = () =>
    JSON.stringify([
      client
        .getQueryCache()
        .getAll()
        .map(({ state }) => state),
      client
        .getMutationCache()
        .getAll()
        .map(({ state }) => state),
    ])
  await waitFor(() => expect(kept()).not.toContain(secret))
  fireEvent.click(within(made).getByRole('button', { name: 'Done' }))
  const question = await screen.findByRole('alertdialog', { name: 'The key has not been copied' })
  fireEvent.click(within(question).getByRole('button', { name: 'Go on without it' }))
  await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
  expect(screen.getByRole('row', { name: /Excel/ })).toBeDefined()
})

test('who has copied the key, by the button or by hand, is not asked', async () => {
  for (const by of ['button', 'hand'] as const) {
    keys = []
    open()
    Object.defineProperty(navigator, 'clipboard', {
      value: { writeText: vi.fn(() => Promise.resolve()) },
      configurable: true,
    })
    await make('Excel')
    const made = await screen.findByRole('region', { name: 'Your new key: Excel' })
    if (by === 'hand') fireEvent.copy(within(made).getByText(secret))
    else fireEvent.click(within(made).getByRole('button', { name: 'Copy: Key' }))
    if (by === 'button') await screen.findByText('Copied.')
    fireEvent.click(within(made).getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
    expect(screen.queryByRole('alertdialog')).toBeNull()
    cleanup()
  }
})

test('where the browser has no clipboard, one is told to select the text, and is still asked', async () => {
  Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true })
  open()
  await make('Excel')
  const made = await screen.findByRole('region', { name: 'Your new key: Excel' })
  fireEvent.click(within(made).getByRole('button', { name: 'Copy: Key' }))
  await screen.findByText('It could not be copied. Select the text instead.')
  fireEvent.click(within(made).getByRole('button', { name: 'Done' }))
  const question = await screen.findByRole('alertdialog', { name: 'The key has not been copied' })
  fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(within(made).getByText(secret)).toBeDefined()
})

test('keys are listed with where they reach, their last use and their end; what ends soon says so', async () => {
  keys = [
    keyOf(3, { envid: north.id, last_used_on: new Date(Date.now() - 2.5 * days).toISOString() }),
    keyOf(4, { expires_on: new Date(Date.now() + 2.5 * days).toISOString() }),
    keyOf(5, { envid: uuid(8), expires_on: new Date(Date.now() + 90 * days).toISOString() }),
  ]
  open()
  const row = async (name: string) => (await screen.findByRole('row', { name: new RegExp(name) })).textContent
  expect(await row('Key 3')).toMatch(/Nordwind.*3 days ago.*2 days ago.*No end/)
  expect(await row('Key 4')).toMatch(/All my environments.*Never.*in 2 days/)
  expect(await row('Key 5')).toMatch(/An environment that you are no longer in/)
  expect(await row('Key 5')).not.toMatch(/in \d+ (days|months)/)
})

test('revoking asks first; a new key that is revoked is shown no longer', async () => {
  open()
  await make('Excel')
  await screen.findByText(secret)
  const revoke = await screen.findByRole('button', { name: 'Revoke: Excel' })
  fireEvent.click(revoke)
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Cancel' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(sent.map(({ method }) => method)).toEqual(['POST'])
  fireEvent.click(revoke)
  fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Revoke' }))
  await screen.findByText('“Excel” was revoked.')
  expect(sent.at(-1)).toMatchObject({ method: 'DELETE', path: `/api/user/v1/key/${uuid(9)}` })
  await screen.findByText(/No keys yet/)
  expect(screen.queryByText(secret)).toBeNull()
})

test('what fails to load is told with a way to try again', async () => {
  refusal = { status: 503, body: { error: { code: 'server.unavailable', message: 'Later, please.' } } }
  open()
  await screen.findByText('Later, please.')
  refusal = undefined
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText(/No keys yet/)
})

test('environments that fail to load are asked for again', async () => {
  const { refetch } = open('none', { error: new Error('lost') })
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(refetch).toHaveBeenCalledOnce())
})
