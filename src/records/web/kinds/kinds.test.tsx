import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ToastRegion } from '#design/web/feedback/ToastRegion.tsx'
import { toasts } from '#design/web/feedback/toast.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { Board } from '#records/web/kinds/board/Board.tsx'
import { Calendar } from '#records/web/kinds/calendar/Calendar.tsx'
import type { ViewKindProps } from '#records/web/kinds/viewKinds.ts'
import { dealEntity as entity, dealMonth as month, dealRecord as record } from '#records/web/kinds/dealRecords.ts'
import { selfKey } from '#security/web/self.client.ts'
import { refusals } from '#security/web/pendingDialogs.ts'
import { defaultListing, type PlainListing } from '#views/listing.ts'
import { neutralContent, type ViewContent } from '#views/view.ts'

const initial = await loadLocale('en')
type Sent = { readonly path: string; readonly body: unknown; readonly etag: string | null }
let sent: Sent[] = []
let refusal: object | undefined
let activities: readonly string[] = []

beforeEach(() => {
  sent = []
  refusal = undefined
  activities = []
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
    // Whom to ask hears who may not have it explained.
    expect(screen.getByText(/Whoever manages roles here can open it/)).toBeDefined()
    expect(screen.queryByRole('button', { name: 'Why?' })).toBeNull()
  })

  test('leads from a refused move to the reasons, for whom that is explained', async () => {
    refusal = { code: 'request.forbidden', message: 'You may not.' }
    activities = ['explain-access']
    await show(Board, board)
    fireEvent.click(await screen.findByRole('button', { name: 'Move “Fair” to' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Won' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Why?' }))
    expect(explained()).toEqual([{ recordId: 'r1', action: 'update' }])
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

  test('leads from a refused move to the reasons too', async () => {
    refusal = { code: 'request.forbidden', message: 'You may not.' }
    activities = ['explain-access']
    await show(Calendar, calendar)
    fireEvent.click(await screen.findByRole('button', { name: /^Open .* 11, / }))
    fireEvent.click(await screen.findByRole('button', { name: 'Move “Fair”' }))
    fireEvent.click(await screen.findByRole('menuitem', { name: 'One week later' }))
    fireEvent.click(await screen.findByRole('button', { name: 'Why?' }))
    expect(explained()).toEqual([{ recordId: 'r1', action: 'update' }])
  })
})

describe('a finger on a card', () => {
  const board = { kind: 'board', board: { attribute: 'a0', lanes: [] } } as const
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', clientX = 100, clientY = 100) =>
    fireEvent[type](screen.getAllByRole('listitem')[0] ?? document.body, {
      touches: type === 'touchEnd' ? [] : [{ clientX, clientY }],
    })
  const pass = (time: number) => act(async () => void vi.advanceTimersByTime(time))
  const image = () => document.querySelector<HTMLElement>('.cursor-grabbing')
  /** Pixels by which the image has left the place of its card. */
  const gone = () => image()?.parentElement?.style.transform ?? ''

  beforeEach(async () => {
    await show(Board, board)
    await import('#design/web/overlay/MenuPopup.tsx')
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('[R541] [R544] takes it after 400 ms, which shows at half its opacity', async () => {
    touch('touchStart')
    await pass(399)
    expect(image()).toBeNull()
    await pass(1)
    expect(image()?.style.opacity).toBe('0.5')
    touch('touchEnd')
    await pass(0)
    expect(image()).toBeNull()
    expect(sent).toEqual([])
  })

  test('[R540] drags what it has taken when it has gone 5 px, and not before', async () => {
    touch('touchStart')
    await pass(400)
    touch('touchMove', 103, 103)
    expect(gone()).not.toContain('3px')
    touch('touchMove', 103, 104)
    expect(gone()).toContain('translate3d(3px, 4px, 0)')
    touch('touchEnd')
  })

  test('[R543] may stray 25 px while it holds; beyond them it scrolls', async () => {
    touch('touchStart')
    touch('touchMove', 100, 125)
    await pass(400)
    expect(image()).not.toBeNull()
    touch('touchEnd')
    await pass(0)
    touch('touchStart')
    touch('touchMove', 100, 126)
    await pass(2000)
    expect(image()).toBeNull()
    expect(screen.queryByRole('menu')).toBeNull()
  })

  test('[R542] opens the menu of what it holds still for 900 ms, and puts it back', async () => {
    touch('touchStart')
    await pass(899)
    expect(image()).not.toBeNull()
    expect(screen.queryByRole('menu')).toBeNull()
    await pass(1)
    expect(image()).toBeNull()
    expect(within(screen.getByRole('menu')).getByText('Won')).toBeDefined()
    expect(touch('touchEnd')).toBe(false)
    expect(screen.getByRole('menu')).toBeDefined()
  })

  test('[R542] has no menu of what it drags', async () => {
    touch('touchStart')
    await pass(400)
    touch('touchMove', 130)
    await pass(2000)
    expect(screen.queryByRole('menu')).toBeNull()
    touch('touchEnd')
  })
})

test('[R540] a mouse drags a card when it has gone more than 5 px', async () => {
  await show(Board, { kind: 'board', board: { attribute: 'a0', lanes: [] } })
  const image = () => document.querySelector('.cursor-grabbing')
  fireEvent.mouseDown(screen.getAllByRole('listitem')[0] ?? document.body, { clientX: 0, clientY: 0, button: 0 })
  fireEvent.mouseMove(document, { clientX: 5, clientY: 0 })
  expect(image()).toBeNull()
  fireEvent.mouseMove(document, { clientX: 6, clientY: 0 })
  expect(image()).not.toBeNull()
  fireEvent.keyDown(document, { code: 'Escape' })
})

/** What was asked to be explained. */
function explained(): object[] {
  const told: object[] = []
  refusals.keep((items) => {
    told.push(...items.map(({ recordId, action }) => ({ recordId, action })))
    return []
  })
  return told
}

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
  client.setQueryData(selfKey(props.table.envid), { activities })
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
