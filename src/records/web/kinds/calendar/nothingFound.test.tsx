import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { Calendar } from '#records/web/kinds/calendar/Calendar.tsx'
import type { ViewKindProps } from '#records/web/kinds/viewKinds.ts'
import { defaultListing } from '#views/listing.ts'
import { neutralContent } from '#views/view.ts'

const initial = await loadLocale('en')
const entity = withAttributes(
  entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: 'e', change_id: 'c' }),
  [
    attributeOf(
      { name: 'Begins', uri: 'begins', type: 'date' },
      { id: 'a', entity_id: 'e', change_id: 'c', position: 0 },
    ),
  ],
)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  window.sessionStorage.clear()
})

/** A calendar of a table in which nothing is found. */
function show(search: string) {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ value: [] }))
  const props = {
    table: { envid: 'env', entity },
    view: { ...neutralContent, kind: 'calendar', calendar: { start: 'a', end: null } },
    listing: { ...defaultListing(entity), search },
    records: { view: { isReady: true, rowCount: 0 }, window: {} },
    parts: { empty: <button>Clear filters</button> },
  } as unknown as ViewKindProps
  const page = () => <Calendar {...props} />
  const router = createRouter({ routeTree: createRootRoute({ component: page }), history: createMemoryHistory() })
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
}

test('a calendar whose search finds nothing says so, with the way out of it', async () => {
  show('nobody')
  await screen.findByRole('button', { name: 'Clear filters' })
  expect(screen.queryByRole('button', { name: /^Open .* 11, / })).toBeNull()
})

test('a calendar without records shows its days: there, records are begun', async () => {
  show('')
  await screen.findByRole('button', { name: /^Open .* 11, / })
  expect(screen.queryByRole('button', { name: 'Clear filters' })).toBeNull()
})
