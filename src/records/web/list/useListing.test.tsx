import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act, cleanup, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { useListing } from '#records/web/list/useListing.ts'

const attributes = (['city', 'total', 'due'] as const).map((uri, position) =>
  attributeOf(
    { name: uri, uri, type: uri === 'city' ? 'text' : uri === 'total' ? 'number' : 'date' },
    { id: uri, entity_id: 'e', change_id: 'c', position },
  ),
)
const entity = { id: 'e', uri: 'orders', attributes, fields: attributes } as unknown as EntityDefinition

afterEach(cleanup)

test('what is listed stands in the address, and the open record beside it', async () => {
  const { listing, address } = await show('/orders')
  act(() => listing().setListing({ sort: [{ column: 'total', descending: true }] }))
  await waitFor(() => expect(address()).toBe('/orders?sort=-total'))
  act(() => listing().openRecord('r1'))
  await waitFor(() => expect(address()).toBe('/orders?sort=-total&record=r1'))
  act(() => listing().setListing({ search: 'riga' }))
  await waitFor(() => expect(listing().listing.search).toBe('riga'))
  expect(listing().openId).toBe('r1')
  act(() => listing().openRecord(undefined))
  await waitFor(() => expect(listing().openId).toBeUndefined())
  expect(listing().listing.sort).toEqual([{ column: 'total', descending: true }])
})

test('a search for a number is still that text when its address is opened again', async () => {
  const first = await show('/orders')
  act(() => first.listing().setListing({ search: '007' }))
  await waitFor(() => expect(first.listing().listing.search).toBe('007'))
  act(() => first.listing().setListing({ search: '42' }))
  await waitFor(() => expect(first.listing().listing.search).toBe('42'))
  const again = await show(first.address())
  expect(again.listing().listing.search).toBe('42')
})

test('going from record to record leaves one step back to the list', async () => {
  const { listing, steps } = await show('/orders')
  const before = steps()
  act(() => listing().openRecord('r1'))
  await waitFor(() => expect(listing().openId).toBe('r1'))
  act(() => listing().openRecord('r2'))
  await waitFor(() => expect(listing().openId).toBe('r2'))
  expect(steps() - before).toBe(1)
})

test('an address that speaks of fields that are gone lists as usual', async () => {
  const { listing } = await show(
    '/orders?sort=gone,-due&columns=gone&filter=%5B%22and%22%2C%5B%22gone%22%2C%22eq%22%5D%5D',
  )
  expect(listing().listing.sort).toEqual([{ column: 'due', descending: true }])
  expect(listing().listing.columns).toEqual(['name', 'city', 'total', 'due', 'status'])
  expect(listing().listing.filter.of).toEqual([])
})

async function show(address: string) {
  const history = createMemoryHistory({ initialEntries: [address] })
  const seen = vi.fn<(listing: ReturnType<typeof useListing>) => void>()
  function Listed() {
    seen(useListing(entity, { views: [], opening: undefined }))
    return null
  }
  const router = createRouter({
    routeTree: createRootRoute({ component: Listed, notFoundComponent: () => null }),
    history,
  })
  render(<RouterProvider router={router} />)
  await waitFor(() => expect(seen).toHaveBeenCalled())
  return {
    listing: () => {
      const [current] = seen.mock.lastCall ?? []
      if (!current) throw new Error('nothing is shown')
      return current
    },
    address: () => history.location.href,
    steps: () => history.length,
  }
}
