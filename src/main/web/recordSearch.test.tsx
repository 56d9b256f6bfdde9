import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { entityOf } from '#entities/entity.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { useRecordSearch } from '#main/web/recordSearch.tsx'

const initial = await loadLocale('en')
const eid = '0190a4c2-7a3b-7c4d-8e5f-0123456789ab'
type RecordSearch = ReturnType<typeof useRecordSearch>

/** The search of an environment whose every table has a record named as the table is. */
async function openSearch(): Promise<RecordSearch> {
  const entity = (uri: string, searchable: boolean) => ({
    ...entityOf({ name: `The ${uri}`, collectionname: uri, uri, searchable }, { id: uri, change_id: 'c' }),
    attributes: [],
  })
  const entities = [entity('orders', true), entity('secrets', false)]
  vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    const uri = /\/odata\/v1\/[^/]+\/(\w+)/.exec(String(address))?.[1]
    return Response.json(uri ? { value: [{ id: uri, name: `Amber of ${uri}` }] } : { version: 1, entities })
  })
  const opened = Promise.withResolvers<RecordSearch>()
  const Reader = () => {
    const search = useRecordSearch()
    useEffect(() => opened.resolve(search))
    return null
  }
  const root = createRootRoute()
  const page = createRoute({ getParentRoute: () => root, path: '/$eid', component: Reader })
  const history = createMemoryHistory({ initialEntries: [`/${eid}`] })
  const router = createRouter({ routeTree: root.addChildren([page]), history })
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={new QueryClient()}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  return opened.promise
}

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('[R143] the search over all tables finds records of searchable entities only', async () => {
  const search = await openSearch()
  const [group] = await search('amb', new AbortController().signal)
  expect(group?.commands.map(({ label, detail }) => [label, detail])).toEqual([['Amber of orders', 'The orders']])
})
