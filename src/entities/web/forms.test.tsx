import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { AttributePanel } from '#entities/web/AttributePanel.tsx'
import { EntityCreateForm } from '#entities/web/EntityCreateForm.tsx'
import { EntitySwitches } from '#entities/web/EntitySwitches.tsx'
import { withExpression } from '#entities/web/properties/ResultSelect.tsx'
import { LanguageProvider, loadLocale, type LoadedLocale } from '#language/web/language.tsx'

let english: LoadedLocale

beforeAll(async () => {
  english = await loadLocale('en')
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const id = (end: number) => `019a0000-0000-7000-8000-00000000000${end}`
const place = { id: id(1), entity_id: id(2), change_id: '', position: 1 }
const stage = attributeOf({ name: 'Stage', uri: 'stage', type: 'text' }, place)
const follows = attributeOf(
  { name: 'Follows', uri: 'follows', type: 'N:1', related_entity: id(2) },
  { ...place, id: id(3), position: 2 },
)
const deal = withAttributes(
  entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: id(2), change_id: '' }),
  [stage, follows],
)
const model = modelOf({ version: 1, accessVersion: 1, entities: [deal] })

async function show(page: ReactNode) {
  // Definitions never arrive; what is sent on its way to them can be looked at.
  const fetched = vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    if (String(address).includes('/metadata/')) throw new TypeError('offline')
    return Response.json({ token: 'token' })
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => page }),
    history: createMemoryHistory(),
  })
  render(
    <LanguageProvider initial={english}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  await waitFor(() => expect(document.querySelector('input')).not.toBe(null))
  return fetched
}

const box = (name: string) => {
  const found = document.querySelector<HTMLInputElement>(`[name="${name}"]`)
  if (!found) throw new Error(`no control ${name}`)
  return found
}
const type = (name: string, value: string) => fireEvent.change(box(name), { target: { value } })
const noteOf = (name: string) =>
  document.getElementById(box(name).getAttribute('aria-describedby') ?? '')?.textContent ?? ''
/** What the forms have sent. */
const bodiesOf = (fetched: Awaited<ReturnType<typeof show>>) =>
  fetched.mock.calls.flatMap(([, init]) => (typeof init?.body === 'string' ? [JSON.parse(init.body) as unknown] : []))
async function choose(label: string, option: string | RegExp) {
  fireEvent.click(await screen.findByRole('button', { name: new RegExp(`${label}$`) }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('the names of a new entity follow its name until they are typed, and avoid those taken', async () => {
  await show(<EntityCreateForm environmentId="env" model={model} />)
  type('name', 'Deal')
  expect([box('collectionname').value, box('uri').value]).toEqual(['Deals', 'deals2'])
  type('collectionname', 'Opportunities')
  type('name', 'Chance')
  expect([box('collectionname').value, box('uri').value]).toEqual(['Opportunities', 'opportunities'])
})

test('[R338] [R356] [R363] the form refuses names of 2 and 25 characters and a taken uri, all at once, and sends nothing', async () => {
  const fetched = await show(<EntityCreateForm environmentId="env" model={model} />)
  type('name', 'ab')
  type('collectionname', 'x'.repeat(25))
  type('uri', 'deals')
  press('Create table')
  expect(noteOf('name')).toBe('Please use 3 to 24 characters.')
  expect(noteOf('collectionname')).toBe('Please use 3 to 24 characters.')
  expect(noteOf('uri')).toContain('already taken')
  expect(document.activeElement).toBe(box('name'))
  expect(fetched).not.toHaveBeenCalled()
})

test('[R338] [R363] the form accepts names of 3 and 24 characters', async () => {
  const fetched = await show(<EntityCreateForm environmentId="env" model={model} />)
  type('name', 'abc')
  type('collectionname', 'x'.repeat(24))
  press('Create table')
  await waitFor(() => expect(fetched).toHaveBeenCalled())
})

const openView = '00000000-0000-7000-8000-0000000000aa'
const panel = (attribute: typeof stage | undefined, isLocked = false, of = { model, entity: deal }) => (
  <AttributePanel
    environmentId="env"
    {...of}
    attribute={attribute}
    isLocked={isLocked}
    viewsFor={(_model, { related_entity }) =>
      related_entity === deal.id ? [{ id: openView, name: 'Open deals' }] : []
    }
    onClose={() => undefined}
    onDelete={() => undefined}
  />
)

test('[R337] [R352] [R353] [R354] the attribute form refuses wrong names and uris at their fields', async () => {
  await show(panel(undefined))
  type('name', 'x'.repeat(25))
  type('uri', 'a_b')
  press('Add attribute')
  expect(noteOf('name')).toBe('Please use 3 to 24 characters.')
  type('name', 'ab')
  press('Add attribute')
  expect(noteOf('name')).toBe('Please use 3 to 24 characters.')
  expect(noteOf('uri')).toContain('lowercase English letters and numbers')
  type('uri', 'stage')
  expect(noteOf('uri')).toContain('already taken')
})

test.each(['abc', 'x'.repeat(24)])('[R337] the attribute form accepts the name %s', async (name) => {
  const fetched = await show(panel(undefined))
  type('name', name)
  press('Add attribute')
  await waitFor(() => expect(bodiesOf(fetched)).toContainEqual(expect.objectContaining({ name })))
})

test('[R175] the attribute form offers the views of the related table and sends the chosen one', async () => {
  const fetched = await show(panel(follows))
  await choose('View of the candidates', 'Open deals')
  press('Save')
  await waitFor(() => expect(bodiesOf(fetched)).toContainEqual(expect.objectContaining({ related_view: openView })))
})

test('a length that is no number is refused, not forgotten', async () => {
  const fetched = await show(panel(stage))
  type('minlength', 'many')
  press('Save')
  expect(noteOf('minlength')).not.toBe('')
  expect(fetched).not.toHaveBeenCalled()
})

test('[R361] [R362] pretext and undertext of 50 characters are refused, 49 are accepted', async () => {
  const fetched = await show(panel(stage))
  type('pretext', 'x'.repeat(50))
  type('undertext', 'x'.repeat(50))
  press('Save')
  expect(noteOf('pretext')).toBe('Please use at most 49 characters.')
  expect(noteOf('undertext')).toBe('Please use at most 49 characters.')
  expect(fetched).not.toHaveBeenCalled()
  type('pretext', 'x'.repeat(49))
  type('undertext', 'x'.repeat(49))
  press('Save')
  await waitFor(() => expect(fetched).toHaveBeenCalled())
})

test.each([
  ['[R169]', 'searchable'],
  ['[R170]', 'auditable'],
  ['[R171]', 'queryable'],
] as const)('%s the attribute form turns %s off and on', async (_id, flag) => {
  const fetched = await show(panel(stage))
  expect(box(flag).checked).toBe(true)
  fireEvent.click(box(flag))
  press('Save')
  await waitFor(() => expect(bodiesOf(fetched)).toContainEqual(expect.objectContaining({ [flag]: false })))
  cleanup()
  await show(panel({ ...stage, [flag]: false }))
  expect(box(flag).checked).toBe(false)
})

test('[R149] the attribute form tells the description and sends another', async () => {
  const fetched = await show(panel({ ...stage, description: 'How far it is' }))
  expect(box('description').value).toBe('How far it is')
  type('description', 'How near it is')
  press('Save')
  await waitFor(() =>
    expect(bodiesOf(fetched)).toContainEqual(expect.objectContaining({ description: 'How near it is' })),
  )
})

test('[R153] [R163] the attribute form offers icons and classes, and sends those that were chosen', async () => {
  const fetched = await show(panel(stage))
  await choose('Icon', 'Coins')
  await choose('CSS class', /^Across the form/)
  press('Save')
  const chosen = { icon: 'coins', cssclass: 'wide' }
  await waitFor(() => expect(bodiesOf(fetched)).toContainEqual(expect.objectContaining(chosen)))
})

test('[R385] [R523] the switch of full-text search says how many of 3 have it, and the 4th has none to turn', async () => {
  const others = [3, 4, 5].map((end) => ({ ...deal, id: id(end), uri: `deals${end}`, tsv: true }))
  const full = modelOf({ version: 1, accessVersion: 1, entities: [deal, ...others] })
  const switches = (entity: typeof deal) => (
    <EntitySwitches {...{ environmentId: 'env', model: full, entity }} isLocked={false} />
  )
  const fullText = () => screen.getByRole<HTMLInputElement>('switch', { name: /Full-text search/ })
  await show(switches(deal))
  expect(screen.getByText(/3 of 3/)).toBeDefined()
  expect(fullText().disabled).toBe(true)
  cleanup()
  await show(switches(others[0] ?? deal))
  expect(fullText().disabled).toBe(false)
})

test('[R173] a managed attribute says so and offers neither save nor delete', async () => {
  await show(panel({ ...stage, managed: true }, true))
  expect(screen.getByText("You can't update the record because it is managed by the system.")).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBe(null)
  expect(screen.queryByRole('button', { name: 'Delete' })).toBe(null)
  expect(box('name').matches(':disabled') || box('name').closest('fieldset')?.disabled).toBe(true)
})

test('a new table says which of its attributes names the records; people type the name where none does', async () => {
  const fetched = await show(<EntityCreateForm environmentId="env" model={model} />)
  type('name', 'Machine')
  press('Add an attribute')
  expect(screen.queryByText('Records are named by')).toBe(null)
  type('attributes.0.name', 'Serial number')
  await choose('Records are named by', /^Serial number/)
  press('Create table')
  await waitFor(() => expect(bodiesOf(fetched)).toHaveLength(1))
  expect(bodiesOf(fetched)).toMatchObject([{ name: 'Machine', naming: 'serialnumber' }])
})

test('a formula that gives numbers offers whole ones, and only their choice is sent', async () => {
  const double = attributeOf(
    { name: 'Double', uri: 'double', type: 'formula', expression: '7 * 2', result: 'decimal' },
    { ...place, id: id(4), position: 3 },
  )
  const entity = withAttributes(deal, [...deal.attributes, double])
  const of = { entity, model: modelOf({ version: 1, accessVersion: 1, entities: [entity] }) }
  const fetched = await show(panel(double, false, of))
  await choose('Result', 'Whole number')
  press('Save')
  await waitFor(() => expect(bodiesOf(fetched)).toContainEqual(expect.objectContaining({ result: 'number' })))
  expect(bodiesOf(fetched)).not.toContainEqual(expect.objectContaining({ expression: '7 * 2' }))
})

test('what a formula gives that is no number says its expression alone; a choice among numbers falls away with them', async () => {
  const words = attributeOf(
    { name: 'Words', uri: 'words', type: 'formula', expression: 'upper(stage)', result: 'text' },
    { ...place, id: id(5), position: 3 },
  )
  await show(panel(words))
  expect(screen.queryByRole('button', { name: /Result$/ })).toBeNull()
  // A formula that was made by the API keeps what it gives as its result: opening it changes nothing.
  const editor = () => document.querySelector('[data-name="expression"]')?.shadowRoot?.textContent
  await waitFor(() => expect(editor()).toContain('upper(stage)'))
  expect(screen.queryByText('Not saved yet')).toBeNull()
  expect(withExpression(model, deal, 'upper(stage)')).toEqual({ expression: 'upper(stage)', result: null })
  expect(withExpression(model, deal, '7 * 3')).toEqual({ expression: '7 * 3' })
  expect(withExpression(model, deal, '7 * ')).toEqual({ expression: '7 * ' })
  expect(withExpression(model, deal, '')).toEqual({ expression: null })
})
