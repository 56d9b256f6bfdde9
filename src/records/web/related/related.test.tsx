import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRootRoute, createRouter, RouterContextProvider } from '@tanstack/react-router'
import { cleanup, fireEvent, render, renderHook, screen, waitFor, within } from '@testing-library/react'
import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { ConfirmRegion } from '#design/web/overlay/ConfirmRegion.tsx'
import { ToastRegion } from '#design/web/feedback/ToastRegion.tsx'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes, type Model } from '#entities/model.ts'
import { relationshipOf } from '#entities/relationship.ts'
import { linkEntityOf } from '#entities/relationshipEnds.ts'
import { modelQuery } from '#entities/web/entities.client.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { RelatedRecords } from '#records/web/related/RelatedRecords.tsx'
import { useDeleteRecord } from '#records/web/useDeleteRecord.ts'
import { useFindLinked } from '#records/web/grid/useFindLinked.ts'
import type { RecordRow } from '#records/wire.ts'

const initial = await loadLocale('en')
const attribute = (entity_id: string, id: string, draft: AttributeDraft) =>
  attributeOf(draft, { id, entity_id, change_id: 'c', position: 1 })
const entity = (id: string, name: string, uri: string) =>
  entityOf({ name, collectionname: `${name}s`, uri }, { id, change_id: 'c' })
const place = { id: 'likes', link: 'links', change_id: 'c' }
const likes = attribute('customer', 'a2', {
  name: 'Favourites',
  uri: 'favourites',
  type: 'N:N',
  related_entity: 'product',
  relationship_id: 'likes',
})
const buyer = attribute('order', 'a1', {
  name: 'Customer',
  uri: 'customer',
  type: 'N:1',
  related_entity: 'customer',
  relationship_id: 'buys',
})
const customers = withAttributes(entity('customer', 'Customer', 'customers'), [likes])
const model: Model = modelOf({
  version: 1,
  accessVersion: 0,
  entities: [
    customers,
    withAttributes(entity('order', 'Order', 'orders'), [buyer]),
    withAttributes(entity('product', 'Product', 'products'), []),
    linkEntityOf(likes, customers, ['links', 'l1', 'l2'], { relationship: 'likes', change_id: 'c' }),
  ],
  relationships: new Map([
    ['likes', relationshipOf(likes, place)],
    ['buys', relationshipOf(buyer, { id: 'buys', link: null, change_id: 'c' }, { on_delete: 'restrict' })],
  ]),
})
const table = { envid: 'env', entity: customers }
const record = { id: 'r', name: 'Acme', '@odata.etag': 'W/"1"' } as unknown as RecordRow
const row = (id: string, name: string) => ({ id, name, status: 'active', version: 1 })

type Asked = { readonly method: string; readonly path: string; readonly query: string; readonly body: unknown }
let asked: Asked[] = []
let answers: Record<string, () => Response> = {}

beforeEach(() => {
  asked = []
  answers = {}
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    // What one may do is not known here; nothing is left out then.
    if (String(address).includes('/self')) return Response.json({}, { status: 404 })
    const { pathname: path, search } = new URL(String(address), 'http://localhost')
    if (path.includes('csrf')) return Response.json({ token: 'token' })
    const method = init?.method ?? 'GET'
    asked.push({ method, path, query: decodeURIComponent(search), body: JSON.parse(String(init?.body ?? 'null')) })
    const found = Object.entries(answers).find(([part]) => `${method} ${path}${search}`.includes(part))
    return found ? found[1]() : Response.json({ value: [], '@odata.count': '0' })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(content: 'related' | 'delete') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } })
  client.setQueryData(modelQuery('env').queryKey, model)
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={client}>
        <RouterContextProvider router={createRouter({ routeTree: createRootRoute() })}>
          {content === 'related' ? <RelatedRecords {...{ table }} id="r" /> : <Delete />}
          <ConfirmRegion />
          <ToastRegion />
        </RouterContextProvider>
      </QueryClientProvider>
    </LanguageProvider>,
  )
}

function Delete() {
  const [isGone, setGone] = useState(false)
  const remove = useDeleteRecord(table, () => setGone(true))
  return isGone ? <p>Gone</p> : <button onClick={() => void remove(record)}>Remove</button>
}

const section = (name: string) => screen.findByRole('region', { name: new RegExp(`^${name}`) })

test('[R175] a lookup with a view asks for what that view lists; a filter asks for every record', async () => {
  answers['/candidate/'] = () => Response.json({ value: [{ id: 'c1', name: 'Listed' }] })
  answers['/customers?'] = () => Response.json({ value: [{ id: 'c2', name: 'Any' }] })
  const client = new QueryClient()
  client.setQueryData(modelQuery('env').queryKey, model)
  const wrapper = ({ children }: { children: ReactNode }) => <QueryClientProvider {...{ client, children }} />
  const { current: find } = renderHook(() => useFindLinked('env'), { wrapper }).result
  const field = { ...buyer, related_view: 'view' }
  const { signal } = new AbortController()
  expect(await find(field, 'Li', signal, { number: '1' })).toEqual([{ id: 'c1', label: 'Listed' }])
  expect(asked.at(-1)).toMatchObject({ path: '/api/candidate/v1/env/a1', body: { form: {}, search: 'Li' } })
  expect(await find(field, 'Li', signal)).toEqual([{ id: 'c2', label: 'Any' }])
  expect(await find(buyer, 'Li', signal, {})).toEqual([{ id: 'c2', label: 'Any' }])
})

describe('[R172] the records that belong to a record', () => {
  test('are one request for each collection, with their count, and more of them by their link', async () => {
    answers['more=1'] = () => Response.json({ value: [row('o2', 'Order 2')] })
    answers['/orders'] = () =>
      Response.json({
        value: [row('o1', 'Order 1')],
        '@odata.count': '2',
        '@odata.nextLink': '/api/odata/v1/env/customers(r)/orders?more=1',
      })
    show('related')
    const orders = await section('Orders')
    const link = await within(orders).findByRole('link', { name: 'Order 1' })
    expect(link.getAttribute('href')).toBe('/env/entity/order/o1')
    expect(within(orders).getByRole('heading').textContent).toBe('Orders2')
    expect(asked.map(({ path }) => path)).toEqual([
      '/api/odata/v1/env/customers(r)/favourites',
      '/api/odata/v1/env/customers(r)/orders',
    ])
    expect(asked[1]?.query).toContain('$count=true')
    const list = within(orders).getByRole('link', { name: 'Open as a list' }).getAttribute('href') ?? ''
    expect(decodeURIComponent(list)).toBe('/env/entity/order?filter=["or",["customer_id","eq","r"]]')
    const made = within(orders).getByRole('link', { name: 'New Order' }).getAttribute('href') ?? ''
    expect(decodeURIComponent(made)).toBe('/env/entity/order/create?customer_id=r&back_to=customer/r')
    fireEvent.click(within(orders).getByRole('button', { name: 'Load more: Orders' }))
    expect(await within(orders).findByRole('link', { name: 'Order 2' })).toBeTruthy()
    expect(within(orders).queryByRole('button', { name: 'Load more: Orders' })).toBeNull()
  })

  test('say that there are none, and what kept them from being read', async () => {
    answers['/favourites'] = () =>
      Response.json({ error: { code: 'server.internal', message: 'It broke.' } }, { status: 500 })
    show('related')
    expect(await within(await section('Orders')).findByText('No records yet.')).toBeTruthy()
    const favourites = await section('Favourites')
    expect(await within(favourites).findByText('It broke.')).toBeTruthy()
    delete answers['/favourites']
    fireEvent.click(within(favourites).getByRole('button', { name: 'Try again' }))
    expect(await within(favourites).findByText('Nothing is linked yet.')).toBeTruthy()
  })

  test('a link is taken away by reference, and comes back by the undo of it', async () => {
    answers['$ref'] = () => new Response(null, { status: 204 })
    answers['GET /api/odata/v1/env/customers(r)/favourites'] = () =>
      Response.json({ value: [row('p1', 'Anvil')], '@odata.count': '1' })
    show('related')
    fireEvent.click(await screen.findByRole('button', { name: 'Unlink “Anvil”' }))
    expect(await screen.findByText('“Anvil” is not linked any more.')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
    expect(await screen.findByText('It is as it was before.')).toBeTruthy()
    expect(asked.filter(({ method }) => method !== 'GET')).toMatchObject([
      { method: 'DELETE', path: '/api/odata/v1/env/customers(r)/favourites(p1)/$ref' },
      {
        method: 'POST',
        path: '/api/odata/v1/env/customers(r)/favourites/$ref',
        body: { '@odata.id': 'products(p1)' },
      },
    ])
  })
})

describe('the deletion of a record', () => {
  const foreseen = (told: object) => {
    answers['/dependant/'] = () => Response.json({ gone: [], held: [], ...told })
    answers['DELETE '] = () => new Response(null, { status: 204 })
    show('delete')
    fireEvent.click(screen.getByRole('button', { name: 'Remove' }))
  }

  test('is not begun while others keep it: how many, of which table, and a way to them', async () => {
    foreseen({ held: [{ entity: 'orders', name: 'Orders', count: 3 }] })
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('in use by 3 other records: Orders (3)')
    expect(within(question).getByRole('button', { name: 'Show them' })).toBeTruthy()
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }))
    expect(asked.map(({ method }) => method)).toEqual(['GET'])
  })

  test('says before how many go along', async () => {
    foreseen({ gone: [{ entity: 'orders', name: 'Orders', count: 1 }] })
    const question = await screen.findByRole('alertdialog')
    expect(question.textContent).toContain('With it goes 1 other record: Orders (1).')
    fireEvent.click(within(question).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('Gone')).toBeTruthy()
    await waitFor(() => expect(asked.map(({ method }) => method)).toEqual(['GET', 'DELETE']))
  })

  test('that is refused at last is told the same way', async () => {
    const users = [{ entity: 'orders', name: 'Orders', count: 1 }]
    foreseen({})
    answers['DELETE '] = () =>
      Response.json(
        { error: { code: 'record.restricted', message: 'In use.', innererror: { requestId: '1', users } } },
        { status: 409 },
      )
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
    expect(await screen.findByText('“Acme” cannot be deleted')).toBeTruthy()
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  })
})
