import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  createRecordWindow,
  type PageStart,
  type Pending,
  type RecordWindow,
  type WindowPage,
  type WindowView,
} from '#records/recordWindow.ts'
import { backwardQuery, listQuery, selectionQuery, type PlainListing } from '#views/listing.ts'
import {
  countListing,
  readPageLink,
  readPage,
  type RecordsPageBody,
  type RecordsTable,
} from '#records/web/records.client.ts'
import type { RecordRow } from '#records/wire.ts'

// So many records are kept, however few come at a time.
const recordsKept = 2000
const fewestPages = 4
// What every page of a view has; the rest is asked for as it comes into sight.
const firstRows = 10
// Long enough for the bar to pass by, short enough not to be felt.
const pause = 40

export type Records = { readonly window: RecordWindow<RecordRow>; readonly view: WindowView<RecordRow> }

/** The records of a listing, however many, with what of them is loaded. A changed listing begins anew. */
export function useRecordWindow(
  table: RecordsTable,
  listing: PlainListing,
  { pagesize, unseen = [] }: { readonly pagesize: number; readonly unseen?: readonly string[] },
): Records {
  const { envid, entity } = table
  const query = listQuery(entity, listing, unseen)
  const backward = backwardQuery(entity, listing, unseen)
  const selection = selectionQuery(entity, listing)
  const window = useMemo(
    () => openWindow({ envid, entity }, { query, backward, selection, pageSize: pagesize }),
    [envid, entity, query, backward, selection, pagesize],
  )
  useEffect(() => {
    window.need(0, firstRows)
    return () => window.dispose()
  }, [window])
  const view = useSyncExternalStore(window.subscribe, window.view)
  return { window, view }
}

type Asked = {
  readonly query: string
  /** The same records from the last one to the first. */
  readonly backward: string
  readonly selection: string
  readonly pageSize: number
}

function openWindow(table: RecordsTable, { query, backward, selection, pageSize }: Asked): RecordWindow<RecordRow> {
  // Links of pages that are read from the end on: what comes by them stands the other way round.
  const turnedLinks = new Set<string>()
  return createRecordWindow<RecordRow>({
    pageSize,
    pagesKept: Math.max(fewestPages, Math.ceil(recordsKept / pageSize)),
    keyOf: ({ id }) => id,
    load: (start) => cancellable((signal) => read(start, signal)),
    count: () => cancellable((signal) => countListing(table, selection, signal)),
    later: (work) => {
      const timer = setTimeout(work, pause)
      return () => clearTimeout(timer)
    },
  })

  async function read(start: PageStart, signal: AbortSignal): Promise<WindowPage<RecordRow>> {
    if (start.kind === 'start') return pageOf(await readPage(table, query, pageSize, signal))
    if (start.kind === 'link') {
      const page = pageOf(await readPageLink(start.link, pageSize, signal))
      return turnedLinks.has(start.link) ? turned(page) : page
    }
    const { skip, total } = start
    const end = Math.min(skip + pageSize, total ?? 0)
    // What is skipped is passed by one after the other: it is less from the nearer end.
    if (total === undefined || end <= skip || total - end >= skip)
      return pageOf(await readPage(table, `${query}&$skip=${skip}`, pageSize, signal))
    return turned(pageOf(await readPage(table, `${backward}&$skip=${total - end}`, end - skip, signal)))
  }

  function turned({ rows, next, previous }: WindowPage<RecordRow>): WindowPage<RecordRow> {
    for (const link of [next, previous]) if (link !== undefined) turnedLinks.add(link)
    return {
      rows: rows.toReversed(),
      ...(previous === undefined ? {} : { next: previous }),
      ...(next === undefined ? {} : { previous: next }),
    }
  }
}

function pageOf({ value, ...links }: RecordsPageBody): WindowPage<RecordRow> {
  const { '@odata.nextLink': next, '@lintel.previousLink': previous } = links
  return { rows: value, ...(next ? { next } : {}), ...(previous ? { previous } : {}) }
}

function cancellable<Answer>(work: (signal: AbortSignal) => Promise<Answer>): Pending<Answer> {
  const abort = new AbortController()
  return { answer: work(abort.signal), cancel: () => abort.abort() }
}
