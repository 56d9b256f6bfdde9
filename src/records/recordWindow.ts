import { createPageLoads, createRowCounting } from '#records/pageLoads.ts'
import { createWindowPages, type WindowPages } from '#records/windowPages.ts'

/**
 * Start of a page: the beginning of the list, a link from the service, or a number of rows to skip (of `total`, if
 * counted).
 */
export type PageStart =
  | { readonly kind: 'start' }
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'skip'; readonly skip: number; readonly total?: number }

export type WindowPage<Row> = { readonly rows: readonly Row[]; readonly next?: string; readonly previous?: string }

/** A request that can be cancelled. After `cancel` the answer may reject without a listener. */
export type Pending<Answer> = { readonly answer: Promise<Answer>; readonly cancel: () => void }

export type WindowSource<Row> = {
  readonly pageSize: number
  /** Number of cached pages beside the visible ones. */
  readonly pagesKept: number
  readonly keyOf: (row: Row) => string
  readonly load: (start: PageStart) => Pending<WindowPage<Row>>
  readonly count: () => Pending<number>
  /** Runs work after a pause; the returned function cancels the work. */
  readonly later: (work: () => void) => () => void
}

/** Immutable state of the window; every change creates a new view. */
export type WindowView<Row> = {
  /** Total number of rows; before the count arrives, the known rows plus a page. */
  readonly rowCount: number
  readonly isCounted: boolean
  readonly rowAt: (index: number) => Row | undefined
  /** Index of a loaded row; undefined for rows that are not loaded. */
  readonly indexOf: (key: string) => number | undefined
  /** The first page has arrived, possibly empty. */
  readonly isReady: boolean
  /** Error of the visible rows' last load. */
  readonly error: unknown
}

export type RecordWindow<Row> = {
  readonly view: () => WindowView<Row>
  readonly subscribe: (listener: () => void) => () => void
  /** Declares the visible range, `from` inclusive and `to` exclusive: loads missing pages and drops distant ones. */
  readonly need: (from: number, to: number) => void
  /** Replaces a loaded row. */
  readonly change: (key: string, next: (row: Row) => Row) => void
  /** Reloads everything; visible rows stay until their successors arrive. */
  readonly refresh: () => void
  /** Retries failed loads. */
  readonly retry: () => void
  readonly dispose: () => void
}

/** Rows around the visible range that are loaded ahead, where no jump is necessary. */
const margin = 25
/** Distance from the visible range, in pages, at which a load is cancelled. */
const tooFar = 2

/**
 * A window over a long list with keyset pages: neighbouring pages follow each other's links, and only a jump to a
 * distant position skips rows, once (product part 6, 19).
 */
export function createRecordWindow<Row>(source: WindowSource<Row>): RecordWindow<Row> {
  const { pageSize } = source
  const listeners = new Set<() => void>()
  let pages: WindowPages<Row> = createWindowPages(source)
  let callOffJump: (() => void) | undefined
  let wanted = { from: 0, to: pageSize }
  let failure: { readonly error: unknown } | undefined
  let isDisposed = false
  const loads = createPageLoads(source.load, { arrived, failed })
  const counting = createRowCounting(source.count, (total) => {
    if (isDisposed) return
    pages.setTotal(total)
    tell()
  })
  let view = viewOf(pages, undefined)

  function tell(): void {
    view = viewOf(pages, failure?.error)
    for (const listener of listeners) listener()
  }

  function need(from: number, to: number): void {
    wanted = { from, to }
    if (isDisposed || failure) return
    const [first, last] = [pageAt(from), pageAt(Math.max(from, to - 1))]
    loads.keepOnly(first - tooFar, last + tooFar)
    callOffJump?.()
    callOffJump = undefined
    for (let page = pageAt(Math.max(0, from - margin)); page <= pageAt(to - 1 + margin); page += 1) {
      const start = pages.has(page) || loads.has(page) ? undefined : pages.startOf(page)
      if (start) loads.begin(page, start)
    }
    const missing = range(first, last).find((page) => !pages.has(page) && !loads.has(page))
    const isOnItsWay = missing !== undefined && (loads.has(missing - 1) || loads.has(missing + 1))
    if (missing === undefined || isOnItsWay || pages.isBeyond(missing)) return
    // While the bar is dragged each place is passed by; only where it rests is worth a jump.
    callOffJump = source.later(() => loads.begin(missing, skipTo(missing * pageSize, pages.total())))
  }

  function arrived(page: number, start: PageStart, answer: WindowPage<Row>): void {
    const isAligned =
      page === 0 || start.kind === 'skip' || answer.next === undefined || answer.rows.length === pageSize
    if (!isAligned) {
      // Rows were added or removed before this page: the page boundaries have moved.
      refresh()
      return
    }
    pages.put(page, answer)
    // Pages loaded ahead stay cached too; otherwise they would be requested again and again.
    pages.touch(pageAt(wanted.from - margin), pageAt(wanted.to - 1 + margin))
    if (pages.total() === undefined && !counting.isPending()) counting.begin()
    tell()
    need(wanted.from, wanted.to)
  }

  function failed(page: number, start: PageStart, error: unknown): void {
    if (start.kind === 'link') {
      // The link may have expired; the position is still valid.
      pages.forgetLink(page)
      loads.begin(page, page === 0 ? { kind: 'start' } : skipTo(page * pageSize, pages.total()))
      return
    }
    failure = { error }
    tell()
  }

  function refresh(): void {
    cancelAll()
    pages = createWindowPages(source, pages)
    failure = undefined
    counting.begin()
    tell()
    need(wanted.from, wanted.to)
  }

  function cancelAll(): void {
    loads.cancelAll()
    counting.cancel()
    callOffJump?.()
    callOffJump = undefined
  }

  function pageAt(index: number): number {
    return Math.max(0, Math.floor(index / pageSize))
  }

  return {
    view: () => view,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    need,
    change: (key, next) => {
      if (pages.change(key, next)) tell()
    },
    refresh,
    retry: () => {
      failure = undefined
      tell()
      need(wanted.from, wanted.to)
    },
    dispose: () => {
      isDisposed = true
      cancelAll()
      listeners.clear()
    },
  }
}

function viewOf<Row>(pages: WindowPages<Row>, error: unknown): WindowView<Row> {
  const { rowAt, indexOf, isReady } = pages
  return {
    rowCount: pages.rowCount(),
    isCounted: pages.total() !== undefined,
    rowAt: (index) => rowAt(index),
    indexOf: (key) => indexOf(key),
    isReady: isReady(),
    error,
  }
}

function skipTo(skip: number, total: number | undefined): PageStart {
  return { kind: 'skip', skip, ...(total === undefined ? {} : { total }) }
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)
}
