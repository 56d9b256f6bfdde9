import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { modelQuery } from '#entities/web/entities.client.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { ColumnsEditor } from '#records/web/viewEditor/ColumnsEditor.tsx'
import { FilterEditor } from '#records/web/viewEditor/FilterEditor.tsx'
import { useViewState, type ViewState } from '#records/web/list/useViewState.ts'
import { viewOf } from '#views/defaultView.ts'
import type { FilterGroup } from '#views/filter.ts'
import { noFilter } from '#views/filter.ts'

const initial = await loadLocale('en')
const entity = withAttributes(
  entityOf({ name: 'Order', collectionname: 'Orders', uri: 'orders' }, { id: 'e', change_id: 'c' }),
  (['text', 'decimal', 'date'] as const).map((type, position) =>
    attributeOf({ name: `The ${type}`, uri: `a${type}`, type }, { id: type, entity_id: 'e', change_id: 'c', position }),
  ),
)
const place = { entity_id: 'e', change_id: 'c', owner_id: null, personal: false }
const first = viewOf({ name: 'Orders', default: true }, { ...place, id: 'v1' })
const late = viewOf(
  {
    name: 'Late ones',
    sort: [{ attribute: 'decimal', descending: true }],
    filter: {
      kind: 'and',
      of: [
        {
          kind: 'condition',
          attribute: 'date',
          operator: 'lt',
          values: [{ dynamic: 'period', unit: 'day', shift: 0 }],
        },
      ],
    },
    rowheight: 'compact',
  },
  { ...place, id: 'v2' },
)
afterEach(cleanup)

async function show(address: string, defaults: Record<string, string> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  const reader = { id: 'me', unit_id: null, team_ids: [], variables: {}, defaults }
  const model = modelOf({ version: 1, accessVersion: 0, entities: [entity], beside: { views: [first, late], reader } })
  client.setQueryData(modelQuery('env').queryKey, model)
  const seen = vi.fn<(state: ViewState) => void>()
  function Shown() {
    seen(useViewState('env', entity))
    return null
  }
  const history = createMemoryHistory({ initialEntries: [address] })
  const router = createRouter({
    routeTree: createRootRoute({ component: Shown, notFoundComponent: () => null }),
    history,
  })
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  await waitFor(() => expect(seen).toHaveBeenCalled())
  return {
    state: () => {
      const [state] = seen.mock.lastCall ?? []
      if (!state) throw new Error('nothing is shown')
      return state
    },
    address: () => history.location.href,
  }
}

test('the default view opens, or the one that somebody chose for themselves', async () => {
  expect((await show('/orders')).state().view?.id).toBe('v1')
  cleanup()
  expect((await show('/orders', { e: 'v2' })).state().view?.id).toBe('v2')
  cleanup()
  expect((await show('/orders?view=v1', { e: 'v2' })).state().view?.id).toBe('v1')
})

test('a view is shown as it is saved; what is changed stands in the address until it is reset', async () => {
  const { state, address } = await show('/orders?view=v2')
  expect(state().isUnsaved).toBe(false)
  expect(state().listing.sort).toEqual([{ column: 'adecimal', descending: true }])
  // What is asked for has the reader's day in it, what is shown still says "today".
  expect(state().plain.filter.of[0]).toMatchObject({ column: 'adate', operator: 'lt', values: [expect.any(String)] })
  act(() => state().setListing({ sort: [] }))
  await waitFor(() => expect(address()).toBe('/orders?view=v2&sort=-'))
  expect(state().isUnsaved).toBe(true)
  expect(state().changes).toEqual({ sort: [] })
  act(() => state().reset())
  await waitFor(() => expect(state().isUnsaved).toBe(false))
  expect(address()).toBe('/orders?view=v2')
})

test('a change beyond what is listed lasts with the page, and belongs to its view', async () => {
  const { state } = await show('/orders?view=v2')
  act(() => state().change({ rowheight: 'roomy' }))
  await waitFor(() => expect(state().changes).toEqual({ rowheight: 'roomy' }))
  act(() => state().openView('v1'))
  await waitFor(() => expect(state().view?.id).toBe('v1'))
  expect([state().isUnsaved, state().content.rowheight]).toEqual([false, 'normal'])
})

const inEnglish = (part: React.ReactNode) => render(<LanguageProvider initial={initial}>{part}</LanguageProvider>)

test('columns are moved by the arrow keys of their handles, and it is said where they went', async () => {
  function Columns() {
    const [columns, onChange] = useState<readonly string[]>(['name', 'atext', 'adate'])
    return <ColumnsEditor {...{ entity, columns, onChange }} />
  }
  inEnglish(<Columns />)
  const shown = () => [...screen.getByRole('list', { name: 'Shown' }).children].map((line) => line.textContent)
  fireEvent.keyDown(screen.getByRole('button', { name: /Move “Name”/ }), { key: 'ArrowDown' })
  expect(shown()).toEqual(['The text', 'Name', 'The date'])
  expect(screen.getByRole('status').textContent).toBe('“Name” is now at place 2.')
  fireEvent.keyDown(screen.getByRole('button', { name: /Move “The text”/ }), { key: 'ArrowUp' })
  expect(shown()).toEqual(['The text', 'Name', 'The date'])
})

test('a filter has groups in groups, and values that depend on the day', async () => {
  const changed = vi.fn<(filter: FilterGroup) => void>()
  function Filter() {
    const [filter, setFilter] = useState<FilterGroup>({
      ...noFilter,
      of: [{ kind: 'condition', column: 'adate', operator: 'lt', values: [] }],
    })
    const onChange = (next: FilterGroup) => {
      changed(next)
      setFilter(next)
    }
    return <FilterEditor {...{ entity, filter, onChange }} findLinked={() => Promise.resolve([])} />
  }
  inEnglish(<Filter />)
  fireEvent.click(await screen.findByRole('button', { name: /depends on the reader or the day/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'last month' }))
  const period = { dynamic: 'period', unit: 'month', shift: -1 }
  await waitFor(() => expect(changed.mock.lastCall?.[0].of[0]).toMatchObject({ values: [period] }))
  expect(screen.getByText('last month')).toBeDefined()
  fireEvent.click(screen.getByRole('button', { name: 'Add a group' }))
  expect(changed.mock.lastCall?.[0]).toMatchObject({
    kind: 'and',
    of: [{ kind: 'condition' }, { kind: 'or', of: [{ kind: 'condition', column: 'name' }] }],
  })
  expect(screen.getByRole('group', { name: 'Group of conditions' })).toBeDefined()
})
