import type { PageStart, Pending, WindowPage, WindowSource } from '#records/recordWindow.ts'

/** Pages of a window that are on their way. */
export type PageLoads = {
  readonly has: (page: number) => boolean
  readonly begin: (page: number, start: PageStart) => void
  /** Calls off the loads of pages before the first and after the last. */
  readonly keepOnly: (first: number, last: number) => void
  readonly cancelAll: () => void
}

export type PageListener<Row> = {
  readonly arrived: (page: number, start: PageStart, answer: WindowPage<Row>) => void
  readonly failed: (page: number, start: PageStart, error: unknown) => void
}

/** Nothing on its way yet. The listener hears nothing of a load that was called off. */
export function createPageLoads<Row>(load: WindowSource<Row>['load'], listener: PageListener<Row>): PageLoads {
  const loading = new Map<number, Pending<WindowPage<Row>>>()
  return {
    has: (page) => loading.has(page),
    begin(page, start) {
      const pending = load(start)
      loading.set(page, pending)
      const isWanted = () => loading.get(page) === pending && loading.delete(page)
      pending.answer.then(
        (answer) => isWanted() && listener.arrived(page, start, answer),
        (error: unknown) => isWanted() && listener.failed(page, start, error),
      )
    },
    keepOnly(first, last) {
      for (const [page, { cancel }] of loading) {
        if (page >= first && page <= last) continue
        cancel()
        loading.delete(page)
      }
    },
    cancelAll() {
      for (const { cancel } of loading.values()) cancel()
      loading.clear()
    },
  }
}

/** The count of all rows: begun once and on its way until it is there, fails or is called off. */
export type RowCounting = {
  readonly isPending: () => boolean
  readonly begin: () => void
  readonly cancel: () => void
}

/** A count that fails is not told: without it the list grows as it is read. */
export function createRowCounting(count: () => Pending<number>, onTotal: (total: number) => void): RowCounting {
  let counting: Pending<number> | undefined
  return {
    isPending: () => counting !== undefined,
    begin() {
      const pending = count()
      counting = pending
      pending.answer.then(
        (total) => {
          if (counting !== pending) return
          counting = undefined
          onTotal(total)
        },
        () => {
          if (counting === pending) counting = undefined
        },
      )
    },
    cancel() {
      counting?.cancel()
      counting = undefined
    },
  }
}
