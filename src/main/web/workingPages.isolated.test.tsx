import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { openPage as open, sampleEnvironment } from '#main/web/pageStage.tsx'
import { queries } from '#main/web/queries.ts'

const uuid = (end: number) => `0190a4c2-7a3b-7c4d-8e5f-00000000000${end}`
const [eid, tid] = [uuid(1), uuid(2)]
const me = {
  id: uuid(9),
  firstname: 'Ana',
  lastname: 'Torres',
  developermode: true,
  status: 'active by email',
  picture: null,
  trial_ends_on: new Date(Date.now() + 86_400_000).toISOString(),
}
const environment = {
  ...sampleEnvironment,
  company: 'Amber Foods',
  description: 'Trade',
  url: 'https://nordwind.example',
}
const orders = {
  ...entityOf(
    { name: 'Order', collectionname: 'Orders', uri: 'orders', description: 'What was bought' },
    { id: tid, change_id: uuid(3) },
  ),
  attributes: [
    attributeOf(
      { name: 'Client code', uri: 'code', type: 'text' },
      { id: uuid(4), entity_id: tid, change_id: uuid(3), position: 1 },
    ),
  ],
}
type Sent = { readonly method: string; readonly path: string; readonly body: unknown }
let sent: Sent[] = []
let managed = false
let extendable = true
/** What is answered instead, by paths. */
let others: Record<string, unknown> = {}

function answer(path: string): unknown {
  const known: Record<string, unknown> = {
    '/api/user/v1/me': me,
    '/api/env/v1': { value: [environment, { ...environment, id: uuid(5), name: 'Südwind', uri: 'sued' }] },
    [`/api/env/v1/${eid}`]: environment,
    [`/api/metadata/v1/${eid}`]: { version: 1, entities: [{ ...orders, managed, extendable }] },
    [`/api/security/v1/${eid}/self`]: { activities: [], privileges: {} },
    '/api/csrf/v1/create': { token: 'token' },
    ...others,
  }
  return known[path] ?? { value: [], next: null, available: true }
}

beforeEach(() => {
  sent = []
  managed = false
  extendable = true
  others = {}
  window.localStorage.clear()
  window.sessionStorage.clear()
  window.localStorage.setItem('locale', 'en')
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const path = String(address)
    const method = init?.method ?? 'GET'
    if (method === 'PATCH' || path.includes('/change/'))
      sent.push({ method, path, body: JSON.parse(String(init?.body)) })
    return Response.json(answer(path))
  })
  vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const box = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`main [name="${name}"]`)
  if (!found) throw new Error(`no control ${name}`)
  return found
}

test('[R025] the welcome page offers joining an app: by the code of an invite, which leads to it', async () => {
  const pages = open('/main')
  fireEvent.click(await screen.findByRole('button', { name: 'Join an app' }))
  const code = await screen.findByRole('textbox', { name: 'Code' })
  const look = () => fireEvent.click(screen.getByRole('button', { name: 'Go on' }))
  fireEvent.change(code, { target: { value: 'too short' } })
  look()
  expect(code.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(code, { target: { value: 'a1b2'.repeat(9) } })
  look()
  await waitFor(() => expect(pages.state.location.search).toEqual({ invite: 'a1b2'.repeat(9) }))
})

test('[R050] [R084] /environments lists the environments, each with the way into it', async () => {
  open('/environments')
  const main = await screen.findByRole('main')
  await within(main).findByRole('heading', { name: 'Environments' })
  const tiles = await within(main).findAllByRole('listitem')
  expect(tiles.map((tile) => within(tile).getAllByRole('link')[0]?.getAttribute('href'))).toEqual([
    `/${eid}`,
    `/${uuid(5)}`,
  ])
  expect(tiles[0]?.textContent).toContain('Nordwind')
  expect(tiles[1]?.textContent).toContain('Südwind')
})

test('what makers build with stands in the side bar and the palette as far as roles allow it', async () => {
  others = { [`/api/security/v1/${eid}/self`]: { activities: ['manage-variables'], privileges: {} } }
  open(`/${eid}/manage`)
  const build = await screen.findByRole('list', { name: 'Build' })
  const names = () =>
    within(build)
      .queryAllByRole('link')
      .map(({ textContent }) => textContent)
  await waitFor(() =>
    expect(names()).toEqual(['All tables', 'Variables', 'Change history', 'Jobs', 'Environment settings']),
  )
  fireEvent.keyDown(document.body, { key: 'k', ctrlKey: true })
  const commands = await screen.findAllByRole('option')
  expect(commands.map(({ textContent }) => textContent)).toContain('Variables')
  expect(commands.filter(({ textContent }) => /^(New table|Import|Features)/.test(textContent ?? ''))).toEqual([])
})

test('[R086] an environment is managed: its details are shown, changed and sent', async () => {
  open(`/${eid}/manage`)
  await waitFor(() => expect([box('name').value, box('uri').value]).toEqual(['Nordwind', 'nordwind']))
  expect(box('company').value).toBe('Amber Foods')
  fireEvent.change(box('company'), { target: { value: 'Amber & Sons' } })
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({ path: `/api/env/v1/${eid}`, body: { company: 'Amber & Sons', version: 1 } })
})

test('[R125] [R126] [R127] [R128] [R129] [R130] [R131] [R132] every field of an environment is shown, and all but the region are sent', async () => {
  open(`/${eid}/manage`)
  await waitFor(() => expect(box('url').value).toBe('https://nordwind.example'))
  expect([box('description').value, box('color').value]).toEqual(['Trade', '#15803d'])
  const region = screen.getByRole<HTMLInputElement>('textbox', { name: 'Region' })
  expect([region.value, region.readOnly]).toEqual(['Europe', true])
  const told = {
    name: 'Amber',
    uri: 'amber',
    company: 'Amber & Sons',
    url: 'https://amber.example',
    description: 'Honey',
    color: '#2563eb',
  }
  for (const [name, value] of Object.entries(told)) fireEvent.change(box(name), { target: { value } })
  fireEvent.click(screen.getByRole('radio', { name: 'Shop' }))
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ ...told, icon: 'store', version: 1 })
})

test('[R341] the name of an environment: 2 and 25 characters are refused at the field, 3 and 24 are sent', async () => {
  open(`/${eid}/manage`)
  await waitFor(() => expect(box('name').value).toBe('Nordwind'))
  const save = (name: string) => {
    fireEvent.change(box('name'), { target: { value: name } })
    fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  }
  for (const name of ['ab', 'x'.repeat(25)]) {
    save(name)
    await waitFor(() => expect(box('name').getAttribute('aria-invalid')).toBe('true'))
  }
  expect(sent).toEqual([])
  for (const name of ['abc', 'x'.repeat(24)]) {
    save(name)
    await waitFor(() => expect(sent.at(-1)?.body).toMatchObject({ name }))
  }
})

test('[R087] the section of details of a table opens its details, which are changed and sent', async () => {
  const pages = open(`/${eid}/entity/${tid}/attribute`)
  fireEvent.click(await screen.findByRole('link', { name: 'Details' }))
  await waitFor(() => expect(pages.state.location.pathname).toBe(`/${eid}/entity/${tid}/settings`))
  await waitFor(() => expect([box('name').value, box('description').value]).toEqual(['Order', 'What was bought']))
  fireEvent.change(box('description'), { target: { value: 'What was sold' } })
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]).toMatchObject({
    path: `/api/metadata/entity/v1/${eid}/${tid}`,
    body: { description: 'What was sold' },
  })
})

test('[R141] the list of tables says what each is for', async () => {
  open(`/${eid}/entity`)
  const line = (await screen.findByRole('rowheader', { name: /Order/ })).closest('tr')
  expect(within(line ?? document.body).getByText('What was bought')).toBeDefined()
})

test('[R330] a managed entity is shown as not creatable, updatable or deletable', async () => {
  managed = true
  extendable = false
  const pages = open(`/${eid}/entity/${tid}/settings`)
  await screen.findByText("You can't update the record because it is managed by the system.")
  expect(box('name').closest('fieldset')?.disabled).toBe(true)
  for (const name of [/^Save/, /Delete/]) expect(screen.queryByRole('button', { name })).toBe(null)
  await pages.navigate({ to: `/${eid}/entity/${tid}/attribute` })
  await screen.findByText("You can't update the record because it is managed by the system.")
  expect(screen.queryByRole('button', { name: /New attribute|Add attribute/ })).toBe(null)
  extendable = true
  await queries.invalidateQueries()
  await screen.findByText('This table is managed by the system. You may add attributes of your own to it.')
  expect(screen.getByRole('button', { name: /New attribute|Add attribute/ })).toBeDefined()
})

test('[R088] the section of attributes of a table opens them, and one of them to be changed', async () => {
  const pages = open(`/${eid}/entity/${tid}/settings`)
  fireEvent.click(await screen.findByRole('link', { name: 'Attributes' }))
  await waitFor(() => expect(pages.state.location.pathname).toBe(`/${eid}/entity/${tid}/attribute`))
  fireEvent.click(await screen.findByText('Client code'))
  await waitFor(() => expect([box('name').value, box('uri').value]).toEqual(['Client code', 'code']))
})

test('makers edit the base text, whatever language they read the table in', async () => {
  const [code] = orders.attributes
  others = {
    [`/api/metadata/v1/${eid}`]: {
      version: 1,
      entities: [{ ...orders, name: 'Pasūtījums', attributes: [{ ...code, name: 'Klienta kods' }] }],
      base_texts: { [tid]: { name: 'Order' }, [uuid(4)]: { name: 'Client code' } },
    },
  }
  const pages = open(`/${eid}/entity/${tid}/settings`)
  await waitFor(() => expect(box('name').value).toBe('Order'))
  fireEvent.change(box('description'), { target: { value: 'What was sold' } })
  fireEvent.click(screen.getByRole('button', { name: /^Save/ }))
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({ description: 'What was sold', id: tid, version: 1 })
  await pages.navigate({ to: `/${eid}/entity/${tid}/attribute` })
  fireEvent.click(await screen.findByText('Client code'))
  await waitFor(() => expect(box('name').value).toBe('Client code'))
})

test('the texts of a table in other languages: what is missing, what is wrong, and what is saved as one change', async () => {
  const label = { definition_id: tid, property: 'name', locale: 'lv', text: 'Pasūtijums' }
  others = {
    [`/api/metadata/label/v1/${eid}/${tid}`]: { value: [label] },
    [`/api/metadata/change/v1/${eid}/preview`]: { problems: [], impact: [], conversions: [], sentences: [] },
    [`/api/metadata/change/v1/${eid}`]: { id: uuid(7), model_version: 2, sentences: [] },
  }
  open(`/${eid}/entity/${tid}/settings`)
  fireEvent.click(await screen.findByRole('link', { name: 'Edit the texts in other languages' }))
  const input = (name: string) => screen.findByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
  const name = await input('Name of “Orders”')
  expect(name.value).toBe('Pasūtijums')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Latviešu · 3 missing' }).checked).toBe(true)
  expect(screen.getByRole('radio', { name: 'Español · 4 missing' })).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Review and save' })).toBe(null)

  const attribute = await input('Name of “Client code”')
  fireEvent.change(attribute, { target: { value: 'Kl' } })
  await waitFor(() => expect(attribute.getAttribute('aria-invalid')).toBe('true'))
  fireEvent.click(screen.getByRole('radio', { name: /^Español/ }))
  expect((await input('Name of “Client code”')).value).toBe('')
  fireEvent.click(screen.getByRole('button', { name: 'Review and save' }))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: /^Latviešu/ }).checked).toBe(true))
  expect(screen.queryByRole('dialog')).toBe(null)
  fireEvent.change(await input('Name of “Client code”'), { target: { value: 'Klienta kods' } })
  fireEvent.change(await input('Name of “Orders”'), { target: { value: 'Pasūtījums' } })
  expect(screen.getByText('Saved: Pasūtijums')).toBeDefined()
  fireEvent.click(screen.getByRole('switch', { name: 'Only what is missing' }))
  expect(screen.queryByRole('textbox', { name: /^Name of “Orders”/ })).toBe(null)
  fireEvent.click(screen.getByRole('button', { name: 'Review and save' }))
  const dialog = await screen.findByRole('dialog')
  const save = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Save' })
  await waitFor(() => expect(save.disabled).toBe(false))
  fireEvent.click(save)
  await waitFor(() => expect(sent).toHaveLength(2))
  const said = [
    { id: tid, property: 'name', locale: 'lv', text: 'Pasūtījums', was: 'Pasūtijums' },
    { id: uuid(4), property: 'name', locale: 'lv', text: 'Klienta kods', was: null },
  ]
  expect(sent[1]?.body).toEqual({ operations: [{ kind: 'label.set', entity_id: tid, labels: said }], note: null })
  await waitFor(() => expect(screen.queryByText(/not saved yet/)).toBe(null))
})
