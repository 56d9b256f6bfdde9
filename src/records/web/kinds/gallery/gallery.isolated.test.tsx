import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { modelQuery } from '#entities/web/entities.client.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { Gallery } from '#records/web/kinds/gallery/Gallery.tsx'
import type { ViewKindProps } from '#records/web/kinds/viewKinds.ts'
import { defaultListing } from '#views/listing.ts'
import { neutralContent, type ViewContent } from '#views/view.ts'

const initial = await loadLocale('en')
const entity = withAttributes(
  entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: 'e', change_id: 'c' }),
  ['city', 'note'].map((uri, position) =>
    attributeOf({ name: uri, uri, type: 'text' }, { id: uri, entity_id: 'e', change_id: 'c', position }),
  ),
)
// Nothing has a size here: every line is in sight, and the page is as wide as it is said to be.
vi.mock('@tanstack/react-virtual', () => ({
  useVirtualizer: ({ count }: { count: number }) => ({
    getVirtualItems: () => Array.from({ length: count }, (_, index) => ({ index, start: index * 100 })),
    getTotalSize: () => count * 100,
    measureElement: () => undefined,
    scrollToIndex: () => undefined,
  }),
}))
beforeEach(() => {
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function show(given: Partial<ViewKindProps>, count = 5, said: Partial<ViewContent> = {}) {
  const client = new QueryClient()
  const reader = { id: 'me', unit_id: null, team_ids: [], variables: {}, defaults: {} }
  const model = modelOf({ version: 1, accessVersion: 0, entities: [entity], beside: { views: [], reader } })
  client.setQueryData(modelQuery('env').queryKey, model)
  const rowAt = (at: number) => ({
    id: `r${at}`,
    name: `Deal ${at}`,
    city: at === 1 ? 'Riga' : null,
    '@odata.etag': '',
  })
  const onOpen = vi.fn<ViewKindProps['onOpen']>()
  const props = {
    table: { envid: 'env', entity },
    view: { ...neutralContent, kind: 'gallery', ...said },
    listing: defaultListing(entity),
    records: { window: { need: vi.fn() }, view: { rowCount: count, rowAt, isReady: true } },
    parts: {},
    onOpen,
    ...given,
  } as unknown as ViewKindProps
  render(
    <QueryClientProvider client={client}>
      <LanguageProvider initial={initial}>
        <Gallery {...props} />
      </LanguageProvider>
    </QueryClientProvider>,
  )
  return onOpen
}

test('each record is a card that is opened by a press; the one that is open is marked', () => {
  const onOpen = show({ openId: 'r1' })
  const cards = screen.getAllByRole('button')
  expect(cards.map(({ textContent }) => textContent)).toContain('Deal 1cityRiga')
  expect(
    cards.filter((card) => card.getAttribute('aria-current') === 'true').map(({ textContent }) => textContent),
  ).toEqual(['Deal 1cityRiga'])
  fireEvent.click(screen.getByRole('button', { name: 'Deal 2' }))
  expect(onOpen).toHaveBeenCalledWith(expect.objectContaining({ id: 'r2' }))
})

test('arrow keys move the focus, and only one card is on the way of Tab', () => {
  show({})
  const card = (at: number) => screen.getByRole('button', { name: new RegExp(`^Deal ${at}`) })
  card(0).focus()
  fireEvent.keyDown(card(0), { key: 'ArrowRight' })
  expect(document.activeElement).toBe(card(1))
  // Three have room beside each other in 900 px.
  fireEvent.keyDown(card(1), { key: 'ArrowDown' })
  expect(document.activeElement).toBe(card(4))
  expect(screen.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)).toEqual([card(4)])
})

test('a colour rule is a stripe on the cards that meet it', () => {
  const filter = {
    kind: 'and',
    of: [{ kind: 'condition', attribute: 'city', operator: 'eq', values: ['Riga'] }],
  } as const
  show({}, 3, { colours: [{ filter, colour: 'red' }] })
  const striped = screen.getAllByRole('listitem').filter(({ className }) => className.includes('border-l-red'))
  expect(striped.map(({ textContent }) => textContent)).toEqual(['Deal 1cityRiga'])
})

test('where nothing is, or nothing came, the page says so', () => {
  show({ parts: { empty: <p>No deals yet</p> } }, 0)
  expect(screen.getByText('No deals yet')).toBeDefined()
  cleanup()
  show({ parts: { error: <p>It did not come</p> } })
  expect(screen.getByText('It did not come')).toBeDefined()
})

test('while the first records are on their way, their places are shown once the wait is long enough to be noticed', async () => {
  show({
    records: { window: { need: vi.fn() }, view: { rowCount: 0, rowAt: () => undefined, isReady: false } },
  } as never)
  expect(screen.queryByText('Loading…')).toBeNull()
  expect(await screen.findByText('Loading…')).toBeDefined()
})
