import { createPageLoads, createRowCounting } from '#records/pageLoads.ts'
import { createWindowPages, type WindowPages } from '#records/windowPages.ts'

/** Where a page begins: at the start, at a link that the service gave, or after a number of rows (of so many, if counted). */
export type PageStart =
  | { readonly kind: 'start' }
  | { readonly kind: 'link'; readonly link: string }
  | { readonly kind: 'skip'; readonly skip: number; readonly total?: number }

export type WindowPage<Row> = { readonly rows: readonly Row[]; readonly next?: string; readonly previous?: string }

/** Something on its way that may no longer be wanted. A cancelled answer may reject; nobody listens then. */
export type Pending<Answer> = { readonly answer: Promise<Answer>; readonly cancel: () => void }

export type WindowSource<Row> = {
  readonly pageSize: number
  /** Pages that are kept beside those in sight. */
  readonly pagesKept: number
  readonly keyOf: (row: Row) => string
  readonly load: (start: PageStart) => Pending<WindowPage<Row>>
  readonly count: () => Pending<number>
  /** Runs work after a pause; the answer calls it off. */
  readonly later: (work: () => void) => () => void
}

/** The window as it is now; a new one for every change. */
export type WindowView<Row> = {
  /** Rows in all; while they are not counted, those that are known of and a page more. */
  readonly rowCount: number
  readonly isCounted: boolean
  readonly rowAt: (index: number) => Row | undefined
  /** Where a loaded row stands; undefined for one that is not loaded. */
  readonly indexOf: (key: string) => number | undefined
  /** The first page is there, even if it is empty. */
  readonly isReady: boolean
  /** Why rows in sight could not be loaded. */
  readonly error: unknown
}

export type RecordWindow<Row> = {
  readonly view: () => WindowView<Row>
  readonly subscribe: (listener: () => void) => () => void
  /** Rows from (included) to (excluded) are in sight: loads what is missing of them, and gives up what is far away. */
  readonly need: (from: number, to: number) => void
  /** Changes a row that is loaded. */
  readonly change: (key: string, next: (row: Row) => Row) => void
  /** Reads everything anew; what is in sight stays until its successor is there. */
  readonly refresh: () => void
  /** Tries again what failed. */
  readonly retry: () => void
  readonly dispose: () => void
}

/** Rows around those in sight that are loaded ahead, where no jump is needed for it. */
const margin = 25
/** A load is called off when it is this many pages away from what is in sight. */
const tooFar = 2

/**
 * A window over a long list that is read in pages by key: neighbours follow each other's links, and only a jump to a far
 * place skips rows, once (product part 6, 19).
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
      // Rows went or came before this place: the pages no longer begin where they did.
      refresh()
      return
    }
    pages.put(page, answer)
    // Pages loaded ahead are kept too, or they would be asked for again and again.
    pages.touch(pageAt(wanted.from - margin), pageAt(wanted.to - 1 + margin))
    if (pages.total() === undefined && !counting.isPending()) counting.begin()
    tell()
    need(wanted.from, wanted.to)
  }

  function failed(page: number, start: PageStart, error: unknown): void {
    if (start.kind === 'link') {
      // A link may be too old for the service; the place is still there.
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
