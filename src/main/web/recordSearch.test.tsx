import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { cleanup, render } from '@testing-library/react'
import { useEffect } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { useRecordSearch } from '#main/web/recordSearch.tsx'

const initial = await loadLocale('en')
const eid = '0190a4c2-7a3b-7c4d-8e5f-0123456789ab'
const asked: string[] = []
type RecordSearch = ReturnType<typeof useRecordSearch>

const found = (id: string, name: string, place: object | null = null) => ({ id, name, place })

/** The search of an environment with two tables, of which one answers and one does not. */
async function openSearch(): Promise<RecordSearch> {
  const entity = (uri: string) => ({
    ...entityOf({ name: `The ${uri}`, collectionname: uri, uri }, { id: uri, change_id: 'c' }),
    attributes: [
      attributeOf(
        { name: 'Note', uri: 'note', type: 'text' },
        { id: 'n', entity_id: uri, change_id: 'c', position: 1 },
      ),
    ],
  })
  vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    asked.push(String(address))
    if (!String(address).includes('/search/v1/'))
      return Response.json({ version: 1, entities: [entity('orders'), entity('lamps'), entity('notes')] })
    const records = [found('r1', 'Amber'), found('r2', 'Lamp', { column: 'note', text: 'of amber' })]
    return Response.json({
      value: [{ entity_id: 'orders', records, more: true }],
      unfinished: ['lamps'],
      building: ['lamps', 'notes', 'orders'],
    })
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
  asked.length = 0
})

test('[R143] one call finds records in all searchable tables, says where, and leads on to what is not shown', async () => {
  const search = await openSearch()
  const groups = await search('amb', new AbortController().signal)
  expect(asked.filter((address) => address.includes('/search/v1/'))).toEqual([`/api/search/v1/${eid}?q=amb`])
  expect(groups.map(({ title, commands }) => [title, ...commands.map(({ label, below }) => [label, below])])).toEqual([
    [
      'orders: Searched by parts of texts: the index of words is still being built',
      ['Amber', undefined],
      ['Lamp', 'Note: of amber'],
      ['Search in orders', undefined],
    ],
    ['Searched by parts of texts: the index of words is still being built', ['Search in notes', undefined]],
    ['No answer in time', ['Search in lamps', undefined]],
  ])
  const ids = groups.flatMap(({ commands }) => commands.map(({ id }) => id))
  expect(new Set(ids).size).toBe(ids.length)
})

test('a single letter is not searched for', async () => {
  const search = await openSearch()
  expect(await search(' a ', new AbortController().signal)).toEqual([])
})
