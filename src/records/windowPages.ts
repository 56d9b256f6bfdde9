import type { PageStart, WindowPage, WindowSource } from '#records/recordWindow.ts'

/** The loaded pages of a window, the links to neighbouring pages, and the number of rows. */
export type WindowPages<Row> = {
  readonly rowAt: (index: number) => Row | undefined
  /** Index of a loaded row; undefined for other rows. */
  readonly indexOf: (key: string) => number | undefined
  readonly has: (page: number) => boolean
  readonly isReady: () => boolean
  readonly isBeyond: (page: number) => boolean
  readonly rowCount: () => number
  readonly total: () => number | undefined
  readonly setTotal: (total: number) => void
  /** Start of a page that needs no jump; undefined where no neighbour has supplied a link. */
  readonly startOf: (page: number) => PageStart | undefined
  readonly forgetLink: (page: number) => void
  readonly put: (page: number, answer: WindowPage<Row>) => void
  /** Marks pages as visible: they are evicted last. */
  readonly touch: (first: number, last: number) => void
  readonly change: (key: string, next: (row: Row) => Row) => boolean
}

/** Maximum number of cached links, including links of evicted pages; links are short. */
const linksKept = 5000

/** Creates an empty page cache. The rows of `before` are shown until new pages arrive. */
export function createWindowPages<Row>(
  { pageSize, pagesKept, keyOf }: Pick<WindowSource<Row>, 'pageSize' | 'pagesKept' | 'keyOf'>,
  before?: WindowPages<Row>,
): WindowPages<Row> {
  const pages = new Map<number, readonly Row[]>()
  const links = new Map<number, string>()
  let total: number | undefined
  // The last known row, and whether more rows may follow.
  let known = { rows: 0, more: true }
  let old = before

  function put(page: number, { rows, next, previous }: WindowPage<Row>): void {
    pages.delete(page)
    pages.set(page, rows)
    const end = page * pageSize + rows.length
    if (next !== undefined) keep(page + 1, next)
    if (previous !== undefined && page > 1) keep(page - 1, previous)
    // A skip beyond the end returns no rows, and proves only that the end lies before.
    if (next === undefined && (rows.length > 0 || page === 0)) total = end
    else if (rows.length === 0) total = Math.min(total ?? end, end)
    if (end >= known.rows) known = { rows: end, more: next !== undefined }
    // The old rows of a reloaded list are dropped when the first new page arrives.
    if (old && total === undefined) total = old.total()
    old = undefined
  }

  function keep(page: number, link: string): void {
    links.delete(page)
    links.set(page, link)
    const [oldest] = links.keys()
    if (links.size > linksKept && oldest !== undefined) links.delete(oldest)
  }

  return {
    rowAt: (index) => {
      const rows = pages.get(Math.floor(index / pageSize))
      return rows ? rows[index % pageSize] : old?.rowAt(index)
    },
    indexOf: (key) => {
      for (const [page, rows] of pages) {
        const at = rows.findIndex((row) => keyOf(row) === key)
        if (at >= 0) return page * pageSize + at
      }
      return old?.indexOf(key)
    },
    has: (page) => pages.has(page),
    isReady: () => pages.size > 0 || (old?.isReady() ?? false),
    isBeyond: (page) => total !== undefined && page * pageSize >= total,
    rowCount: () => {
      if (pages.size === 0 && old) return old.rowCount()
      return total ?? (pages.size === 0 ? 0 : known.rows + (known.more ? pageSize : 0))
    },
    total: () => total,
    setTotal: (next) => {
      total = Math.max(next, known.rows)
    },
    startOf: (page) => {
      if (page === 0) return { kind: 'start' }
      const link = links.get(page)
      return link === undefined ? undefined : { kind: 'link', link }
    },
    forgetLink: (page) => void links.delete(page),
    put,
    touch: (first, last) => {
      for (let page = first; page <= last; page += 1) {
        const rows = pages.get(page)
        if (!rows) continue
        pages.delete(page)
        pages.set(page, rows)
      }
      for (const page of pages.keys()) {
        if (pages.size <= pagesKept + last - first + 1) return
        pages.delete(page)
      }
    },
    change: (key, next) => {
      for (const [page, rows] of pages) {
        const at = rows.findIndex((row) => keyOf(row) === key)
        const row = rows[at]
        if (row === undefined) continue
        pages.set(page, rows.with(at, next(row)))
        return true
      }
      return false
    },
  }
}
