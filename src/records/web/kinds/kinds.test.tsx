import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { attributeOf, type AttributeDraft } from '#attributes/attribute.ts'
import { ToastRegion } from '#design/web/ToastRegion.tsx'
import { toasts } from '#design/web/toast.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { Board } from '#records/web/kinds/board/Board.tsx'
import { Calendar } from '#records/web/kinds/calendar/Calendar.tsx'
import type { ViewKindProps } from '#records/web/viewKinds.ts'
import { defaultListing, type PlainListing } from '#views/listing.ts'
import { neutralContent, type ViewContent } from '#views/view.ts'

const initial = await loadLocale('en')
type Sent = { readonly path: string; readonly body: unknown; readonly etag: string | null }
let sent: Sent[] = []
let refusal: object | undefined

const attributes = [
  {
    name: 'Stage',
    uri: 'stage',
    type: 'select',
    required: true,
    options: [
      { value: 'open', label: 'Open', color: '#2563eb', active: true },
      { value: 'won', label: 'Won', color: null, active: true },
      { value: 'old', label: 'Former', color: null, active: false },
    ],
  },
  { name: 'Begins', uri: 'begins', type: 'date' },
  { name: 'Ends', uri: 'ends', type: 'date' },
].map((draft, position) =>
  attributeOf(draft as AttributeDraft, { id: `a${position}`, entity_id: 'e', change_id: 'c', position }),
)
const whole = entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: 'e', change_id: 'c' })
const entity = withAttributes(whole, attributes)
const month = new Date().toISOString().slice(0, 7)
const record = {
  id: 'r1',
  '@odata.etag': 'W/"1"',
  name: 'Fair',
  version: '1',
  stage: 'open',
  begins: `${month}-10`,
  ends: `${month}-12`,
}

beforeEach(() => {
  sent = []
  refusal = undefined
  window.sessionStorage.clear()
  toasts.clear()
  vi.stubGlobal('IntersectionObserver', SeesAll)
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const url = new URL(String(address), 'http://localhost')
    if (init?.method === 'PATCH') {
      const etag = new Headers(init.headers).get('if-match')
      sent.push({ path: url.pathname, body: JSON.parse(String(init.body)), etag })
      if (refusal) return Response.json({ error: refusal }, { status: 403 })
      return Response.json({ ...record, ...JSON.parse(String(init.body)), version: '2', '@odata.etag': 'W/"2"' })
    }
    const query = url.searchParams
    if (query.get('$apply')?.includes('groupby'))
      return Response.json({
        value: [
          { stage: 'open', size: '1' },
          { stage: 'old', size: '2' },
        ],
      })
    const filter = query.get('$filter') ?? ''
    const isAsked = filter.includes("'open'") || filter.includes('begins')
    return Response.json(url.pathname.includes('/odata/') ? { value: isAsked ? [record] : [] } : { token: 'token' })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

describe('a board', () => {
  const board = { kind: 'board', board: { attribute: 'a0', lanes: [] } } as const

  test('has a lane for each active choice and for those that hold records, with one count', async () => {
    await show(Board, board)
    expect(screen.getAllByRole('region', { name: /: \d/ }).map((lane) => lane.getAttribute('aria-label'))).toEqual([
      'Open: 1 record',
      'Won: 0 records',
      'Former: 2 records',
    ])
    const asked = vi.mocked(window.fetch).mock.calls.map(([address]) => String(address))
    expect(asked.filter((address) => address.includes('groupby'))).toHaveLength(1)
    expect(screen.queryByRole('button', { name: 'New record in Former' })).toBeNull()
  })

  test('moves a card by its menu with If-Match, at once, and offers to undo it', async () => {
    await show(Board, board)
    fireEvent.click(await screen.findByRole('button', { name: 'Move “Fair” to' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Won' }))
    expect(await screen.findByRole('region', { name: 'Won: 1 record' })).toBeDefined()
    await waitFor(() =>
      expect(sent).toEqual([{ path: expect.stringContaining('(r1)'), body: { stage: 'won' }, etag: 'W/"1"' }]),
    )
    expect(await screen.findByText('“Fair” is now in Won.')).toBeDefined()
    expect(screen.getByRole('button', { name: 'Undo' })).toBeDefined()
  })

  test('puts a card back that the server refuses, and says why', async () => {
    refusal = { code: 'request.forbidden', message: 'You may not.' }
    await show(Board, board)
    fireEvent.click(await screen.findByRole('button', { name: 'Move “Fair” to' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Won' }))
    expect(await screen.findByText(/^“Fair” stays where it was\./)).toBeDefined()
    const lane = await screen.findByRole('region', { name: 'Open: 1 record' })
    expect(within(lane).getByText('Fair')).toBeDefined()
  })

  test('has nothing to move with where the table is managed', async () => {
    await show(Board, board, { ...entity, editable: false })
    await screen.findByText('Fair')
    expect(screen.queryByRole('button', { name: /^Move/ })).toBeNull()
    expect(screen.queryByRole('button', { name: /^New record/ })).toBeNull()
  })
})

describe('a calendar', () => {
  const calendar = { kind: 'calendar', calendar: { start: 'a1', end: 'a2' } } as const

  test('asks for the records of the days in sight, and shows one over several days as one bar', async () => {
    await show(Calendar, calendar)
    expect(await screen.findAllByRole('button', { name: 'Fair' })).toHaveLength(1)
    const asked = vi.mocked(window.fetch).mock.calls.map(([address]) => decodeURIComponent(String(address)))
    expect(asked.find((address) => address.includes('ends ge'))).toContain('$top=501')
  })

  test('moves a record with its end from the list of a day', async () => {
    await show(Calendar, calendar)
    fireEvent.click(await screen.findByRole('button', { name: /^Open .* 11, / }))
    expect(await screen.findByText(/^Began on/)).toBeDefined()
    fireEvent.click(screen.getByRole('button', { name: 'Move “Fair”' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'One week later' }))
    await waitFor(() => expect(sent.map(({ body }) => body)).toEqual([{ begins: `${month}-17`, ends: `${month}-19` }]))
  })
})

class SeesAll {
  private readonly told: IntersectionObserverCallback
  constructor(told: IntersectionObserverCallback) {
    this.told = told
  }
  observe(target: Element) {
    this.told([{ isIntersecting: true, target } as IntersectionObserverEntry], this as never)
  }
  disconnect() {}
  unobserve() {}
}

async function show(Kind: typeof Board, content: Partial<ViewContent>, shown = entity): Promise<void> {
  const listing = defaultListing(shown) as PlainListing
  const props = {
    table: { envid: 'env', entity: shown },
    view: { ...neutralContent, ...content },
    listing,
    selection: '',
    records: { view: { isReady: true, rowCount: 1 }, window: {} },
    findLinked: async () => [],
    onOpen: vi.fn(),
    openId: undefined,
    onView: vi.fn(),
    onChanged: vi.fn(),
    parts: {},
  } as unknown as ViewKindProps
  const root = createRootRoute({ component: Outlet })
  const page = createRoute({ getParentRoute: () => root, path: '/', component: () => <Kind {...props} /> })
  const router = createRouter({ routeTree: root.addChildren([page]), history: createMemoryHistory() })
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <LanguageProvider initial={initial}>
      <QueryClientProvider client={client}>
        <RouterProvider router={router as never} />
        <ToastRegion />
      </QueryClientProvider>
    </LanguageProvider>,
  )
  await screen.findAllByText('Fair')
}
