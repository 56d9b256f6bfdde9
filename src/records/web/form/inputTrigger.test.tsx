import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attributeOf, type Attribute, type AttributeDraft } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { metadataOf } from '#entities/wire.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { RecordForm } from '#records/web/form/RecordForm.tsx'

const initial = await loadLocale('en')
const router = createRouter({ routeTree: createRootRoute() })
const whole = entityOf({ name: 'Order', collectionname: 'Orders', uri: 'orders' }, { id: 'e', change_id: 'c' })

/** The form of a new record with a number and a formula of it. */
function show(input_trigger: Attribute['input_trigger'] | undefined) {
  const drafts: AttributeDraft[] = [
    { name: 'Units', uri: 'units', type: 'decimal', ...(input_trigger && { input_trigger }) },
    { name: 'Double', uri: 'double', type: 'formula', expression: 'units * 2', result: 'decimal' },
  ]
  const attributes = drafts.map((draft, position) =>
    attributeOf(draft, { id: `a${position}`, entity_id: 'e', change_id: 'c', position }),
  )
  const entity = withAttributes(whole, attributes)
  const model = modelOf({ version: 1, accessVersion: 1, entities: [entity] })
  vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    if (String(address).includes('/metadata/')) return Response.json(metadataOf(model))
    return Response.json({ token: 'token' }, { status: String(address).includes('/self') ? 404 : 200 })
  })
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterContextProvider router={router}>
          <RecordForm
            table={{ envid: 'env', entity }}
            record={undefined}
            given={{ values: { units: '1' }, linked: {} }}
            findLinked={() => Promise.resolve([])}
            onSaved={() => undefined}
            onCancel={() => undefined}
          />
        </RouterContextProvider>
      </QueryClientProvider>
    </LanguageProvider>,
  )
}

beforeEach(() => window.sessionStorage.clear())
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

describe('[R177] the input trigger says when the rest of the form hears of what is typed', () => {
  const control = () => screen.getByLabelText<HTMLInputElement>(/^Units/)
  const shown = () => screen.getByRole('status', { name: 'Double' }).textContent
  const enter = () => fireEvent.keyDown(control(), { key: 'Enter' })
  const leave = () => fireEvent.blur(control())
  async function type(on: 'none' | 'input' | 'change' | 'blur' | 'enter' | undefined) {
    show(on && { on, effects: [] })
    await waitFor(() => expect(shown()).toBe('2.00'))
    fireEvent.change(control(), { target: { value: '2' } })
    expect(shown()).toBe('2.00')
  }

  test.each([
    [undefined, leave, '4.00'],
    ['change', leave, '4.00'],
    ['change', enter, '4.00'],
    ['blur', leave, '4.00'],
    ['blur', enter, '2.00'],
    ['enter', leave, '2.00'],
    ['enter', enter, '4.00'],
    ['none', leave, '2.00'],
    ['none', enter, '2.00'],
  ] as const)('%s, %o: %s', async (on, done, after) => {
    await type(on)
    // The first Enter of one that waits for it saves nothing.
    expect(done()).toBe(!(on === 'enter' && done === enter))
    expect(shown()).toBe(after)
  })

  test('input: while one types, after a pause', async () => {
    await type('input')
    await waitFor(() => expect(shown()).toBe('4.00'), { timeout: 10_000 })
  })
})
