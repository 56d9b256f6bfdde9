import { useEffect, useMemo, useSyncExternalStore } from 'react'
import {
  createRecordWindow,
  type PageStart,
  type Pending,
  type RecordWindow,
  type WindowView,
} from '#records/recordWindow.ts'
import { listQuery, selectionQuery, type PlainListing } from '#views/listing.ts'
import { countRecords, readLink, readPage, type Table } from '#records/web/records.client.ts'
import type { RecordRow } from '#records/wire.ts'

// So many records are kept, however few come at a time.
const recordsKept = 2000
const fewestPages = 4
// What every page of a view has; the rest is asked for as it comes into sight.
const firstRows = 10
// Long enough for the bar to pass by, short enough not to be felt.
const pause = 60

export type Records = { readonly window: RecordWindow<RecordRow>; readonly view: WindowView<RecordRow> }

/** The records of a listing, however many, with what of them is loaded. A changed listing begins anew. */
export function useRecordWindow(
  table: Table,
  listing: PlainListing,
  { pagesize, unseen = [] }: { readonly pagesize: number; readonly unseen?: readonly string[] },
): Records {
  const { envid, entity } = table
  const query = listQuery(entity, listing, unseen)
  const selection = selectionQuery(entity, listing)
  const window = useMemo(
    () => openWindow({ envid, entity }, { query, selection, pageSize: pagesize }),
    [envid, entity, query, selection, pagesize],
  )
  useEffect(() => {
    window.need(0, firstRows)
    return () => window.dispose()
  }, [window])
  const view = useSyncExternalStore(window.subscribe, window.view)
  return { window, view }
}

type Asked = { readonly query: string; readonly selection: string; readonly pageSize: number }

function openWindow(table: Table, { query, selection, pageSize }: Asked): RecordWindow<RecordRow> {
  return createRecordWindow<RecordRow>({
    pageSize,
    pagesKept: Math.max(fewestPages, Math.ceil(recordsKept / pageSize)),
    keyOf: ({ id }) => id,
    load: (start) =>
      cancellable(async (signal) => {
        const page = await read(start, signal)
        const { '@odata.nextLink': next, '@lintel.previousLink': previous } = page
        return { rows: page.value, ...(next ? { next } : {}), ...(previous ? { previous } : {}) }
      }),
    count: () => cancellable((signal) => countRecords(table, selection, signal)),
    later: (work) => {
      const timer = setTimeout(work, pause)
      return () => clearTimeout(timer)
    },
  })

  function read(start: PageStart, signal: AbortSignal) {
    if (start.kind === 'link') return readLink(start.link, pageSize, signal)
    return readPage(table, start.kind === 'skip' ? `${query}&$skip=${start.skip}` : query, pageSize, signal)
  }
}

function cancellable<Answer>(work: (signal: AbortSignal) => Promise<Answer>): Pending<Answer> {
  const abort = new AbortController()
  return { answer: work(abort.signal), cancel: () => abort.abort() }
}
