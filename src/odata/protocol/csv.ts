import type { ODataListing } from '#odata/engine.ts'
import type { EntitySet } from '#odata/model.ts'
import type { ListRow } from '#odata/page.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { resourceAt } from '#odata/protocol/resource.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { pageLink } from '#odata/serialize/link.ts'
import { queryLimits } from '#odata/syntax/limits.ts'
import { endOf } from '#odata/resourcePath.ts'
import { guardFormula } from '#text/formulaGuard.ts'
import { fault } from '#faults/fault.ts'

/**
 * A complete list as CSV (RFC 4180, with a header line): pages are read one by one during sending, so the length is
 * unlimited. Texts are escaped against formula injection in spreadsheets.
 */
export async function csv(request: ODataRequest, store: ODataStore): Promise<ODataResponse> {
  const { path, query } = request
  const first = await pageOf(store, path, query)
  const headers = { ...odataVersion, 'content-type': 'text/csv;charset=utf-8;header=present' }
  // HEAD would read all pages only to discard them.
  if (request.method === 'HEAD') return { status: 200, headers }
  return { status: 200, headers, body: linesOf(store, { path, query, first }) }
}

type Row = Readonly<Record<string, unknown>>
type Page = { readonly rows: readonly Row[]; readonly columns: readonly string[]; readonly next: string | undefined }

async function pageOf(store: ODataStore, path: string, query: string): Promise<Page> {
  return store.reading(async ({ model, engine, guards, run }) => {
    const wire = { numbersAsText: true, metadata: 'none' } as const
    const resource = resourceAt(path, query, model)
    if (resource.kind !== 'rows') throw fault('request.notAcceptable')
    const listing = engine.list(resource.resourcePath, query, { guards, wire, maxPageSize: queryLimits.pageSize })
    if (listing.query.expand.length > 0) throw fault('server.unsupported', { feature: 'csv, $expand' }, '$expand')
    const row = await run<ListRow>(listing.statement, 'brief')
    const rows = JSON.parse(row.value) as readonly Row[]
    if (row.origin === null) throw fault('record.unknown')
    return {
      rows,
      columns: columnsOf(endOf(resource.resourcePath).set, listing, rows[0]),
      next: listing.tokens(row).next,
    }
  })
}

type From = { readonly path: string; readonly query: string; readonly first: Page }

async function* linesOf(store: ODataStore, { path, query, first }: From): AsyncGenerator<string> {
  const { columns } = first
  yield lineOf(columns)
  for (let page: Page | undefined = first; page;) {
    yield page.rows.map((row) => lineOf(columns.map((column) => row[column]))).join('')
    const { next }: Page = page
    page = next === undefined ? undefined : await pageOf(store, path, pageLink('', query, next).slice(1))
  }
}

function columnsOf(set: EntitySet, { query, columns }: ODataListing, row: Row | undefined): readonly string[] {
  if (columns) return [...new Set(columns.map((path) => path.split('/')[0] ?? path))]
  const shown = Object.keys(row ?? {}).filter((name) => !name.includes('@'))
  if (shown.length > 0) return shown
  const all = [...set.properties.keys()]
  const names = query.select?.map(({ text }) => text)
  return names && !names.includes('*') ? all.filter((name) => name === set.key || names.includes(name)) : all
}

function lineOf(values: readonly unknown[]): string {
  return `${values.map(cellOf).join(',')}\r\n`
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  const text =
    typeof value === 'string' ? guardFormula(value) : typeof value === 'object' ? JSON.stringify(value) : String(value)
  return /[",\r\n']/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text
}
