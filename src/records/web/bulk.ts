import type { RowSelection } from '#design/selection.ts'
import type { PlainListing } from '#views/listing.ts'
import { selectionQuery } from '#views/listing.ts'
import { readLink, readPage, type Table } from '#records/web/records.client.ts'

export type RecordVersion = { readonly id: string; readonly etag: string }

/** Work on many records goes up to here; more is a task for an import or an automation. */
export const mostAtOnce = 10_000
const pageSize = 1000

/** The records of a selection with their versions, also those that were never loaded; at most `mostAtOnce`. */
export async function selectedRecords(
  table: Table,
  listing: PlainListing,
  selection: RowSelection,
  signal: AbortSignal,
): Promise<RecordVersion[]> {
  const found: RecordVersion[] = []
  if (selection.kind === 'some') {
    const ids = [...selection.keys].slice(0, mostAtOnce)
    for (let at = 0; at < ids.length; at += 100) {
      const filter = encodeURIComponent(`id in (${ids.slice(at, at + 100).join(',')})`)
      const page = await readPage(table, `$select=id&$filter=${filter}`, pageSize, signal)
      for (const row of page.value) found.push({ id: row.id, etag: row['@odata.etag'] })
    }
    return found
  }
  let page = await readPage(
    table,
    ['$select=id', selectionQuery(table.entity, listing)].filter(Boolean).join('&'),
    pageSize,
    signal,
  )
  for (;;) {
    for (const row of page.value) {
      if (!selection.except.has(row.id)) found.push({ id: row.id, etag: row['@odata.etag'] })
      if (found.length === mostAtOnce) return found
    }
    const next = page['@odata.nextLink']
    if (!next) return found
    page = await readLink(next, pageSize, signal)
  }
}
