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
const deal = withAttributes(
  entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: id(2), change_id: '' }),
  [stage],
)
const model = modelOf({ version: 1, accessVersion: 1, entities: [deal] })

async function show(page: ReactNode) {
  const fetched = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('offline'))
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
  await waitFor(() => expect(screen.getAllByRole('textbox').length).toBeGreaterThan(0))
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

const panel = (attribute: typeof stage | undefined, isLocked = false) => (
  <AttributePanel
    environmentId="env"
    model={model}
    entity={deal}
    attribute={attribute}
    isLocked={isLocked}
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
  expect(noteOf('uri')).toContain('lowercase English letters and numbers')
  type('uri', 'stage')
  expect(noteOf('uri')).toContain('already taken')
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

test('a managed attribute says so and offers neither save nor delete', async () => {
  await show(panel({ ...stage, managed: true }, true))
  expect(screen.getByText("You can't update the record because it is managed by the system.")).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Save' })).toBe(null)
  expect(screen.queryByRole('button', { name: 'Delete' })).toBe(null)
  expect(box('name').matches(':disabled') || box('name').closest('fieldset')?.disabled).toBe(true)
})
