import type { PageStart, WindowPage, WindowSource } from '#records/recordWindow.ts'

/** The pages of a window that are here, the links to those beside them, and how many rows there are. */
export type WindowPages<Row> = {
  readonly rowAt: (index: number) => Row | undefined
  /** Where a row that is here stands; undefined for one that is not. */
  readonly indexOf: (key: string) => number | undefined
  readonly has: (page: number) => boolean
  readonly isReady: () => boolean
  readonly isBeyond: (page: number) => boolean
  readonly rowCount: () => number
  readonly total: () => number | undefined
  readonly setTotal: (total: number) => void
  /** How to read a page without a jump; undefined where no neighbour has told. */
  readonly startOf: (page: number) => PageStart | undefined
  readonly forgetLink: (page: number) => void
  readonly put: (page: number, answer: WindowPage<Row>) => void
  /** These pages are in sight: they are given up last. */
  readonly touch: (first: number, last: number) => void
  readonly change: (key: string, next: (row: Row) => Row) => boolean
}

/** Links are short; this many are kept, also of pages that are gone. */
const linksKept = 5000

/** No pages yet. What `before` has is shown until it comes anew. */
export function createWindowPages<Row>(
  { pageSize, pagesKept, keyOf }: Pick<WindowSource<Row>, 'pageSize' | 'pagesKept' | 'keyOf'>,
  before?: WindowPages<Row>,
): WindowPages<Row> {
  const pages = new Map<number, readonly Row[]>()
  const links = new Map<number, string>()
  let total: number | undefined
  // The last row that is known of, and whether more may follow.
  let known = { rows: 0, more: true }
  let old = before

  function put(page: number, { rows, next, previous }: WindowPage<Row>): void {
    pages.delete(page)
    pages.set(page, rows)
    const end = page * pageSize + rows.length
    if (next !== undefined) keep(page + 1, next)
    if (previous !== undefined && page > 1) keep(page - 1, previous)
    // A skip beyond the end finds nothing, and tells only that the end is before it.
    if (next === undefined && (rows.length > 0 || page === 0)) total = end
    else if (rows.length === 0) total = Math.min(total ?? end, end)
    if (end >= known.rows) known = { rows: end, more: next !== undefined }
    // The old rows of a list that is read anew have done their part when one page of the new ones is in sight.
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
