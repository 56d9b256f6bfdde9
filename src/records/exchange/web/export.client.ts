import type { RowSelection } from '#design/selection.ts'
import { api } from '#platform/web/http.ts'
import { saveBlob, saveFile } from '#platform/web/saveFile.ts'
import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { isExportable } from '#records/exchange/export/exportColumns.ts'
import type { ExportFormat, ExportLinks } from '#records/exchange/export/exportOptions.ts'
import type { RecordsTable } from '#records/web/records.client.ts'
import { listQuery, type PlainListing } from '#views/listing.ts'

/** What a person has chosen of an export. */
export type ExportDraft = {
  readonly format: ExportFormat
  readonly records: 'all' | 'shown' | 'selected'
  readonly columns: 'shown' | 'all'
  readonly links: ExportLinks
  readonly header: 'label' | 'uri'
}

/** The body of the call for a draft. */
export function exportBody(
  { entity }: RecordsTable,
  listing: PlainListing,
  selection: RowSelection,
  draft: ExportDraft,
) {
  const query = new URLSearchParams(listQuery(entity, listing))
  const narrowed = draft.records !== 'all'
  const said = {
    format: draft.format,
    filter: narrowed ? query.get('$filter') : null,
    search: narrowed ? query.get('$search') : null,
    orderby: query.get('$orderby'),
    links: draft.links,
    header: draft.header,
    encoding: draft.format === 'csv' ? 'utf-8-mark' : null,
    columns: draft.columns === 'shown' ? [...new Set(['id', ...shownColumns(entity, listing)])] : null,
    ...(draft.records === 'selected' ? recordsOf(selection) : {}),
  }
  return Object.fromEntries(
    Object.entries(said).filter((entry): entry is [string, string | string[]] => entry[1] !== null),
  )
}

/** Columns of the list that hold values; buttons and lists of other records do not. */
function shownColumns({ fields }: EntityDefinition, { columns }: PlainListing): readonly string[] {
  const known = new Set(fields.filter(isExportable).map(columnOf))
  return columns.filter((column) => known.has(column))
}

function recordsOf(selection: RowSelection) {
  // Ticked one by one they count whatever is filtered.
  if (selection.kind === 'some') return { ids: [...selection.keys], filter: null, search: null }
  return { except: [...selection.except] }
}

/** How long an address may be, with room for what stands before it. */
const longestAddress = 6000

/**
 * Has the browser download a file. Single records are named in a body, which only we can send; all else is an address.
 * Throws an ApiFault for what is refused.
 */
export async function downloadExport(
  { envid, entity }: RecordsTable,
  body: ReturnType<typeof exportBody>,
  signal: AbortSignal,
): Promise<void> {
  const path = `/export/v1/${envid}/${entity.id}`
  const name = `${entity.collectionname}.${String(body['format'])}`
  const { ids, except, columns, ...plain } = body
  const query = new URLSearchParams(plain as Record<string, string>)
  if (columns) query.set('columns', [...columns].join())
  const address = `${path}?${query.toString()}`
  const isPlain = ids === undefined && (except === undefined || except.length === 0)
  if (isPlain && address.length < longestAddress) return saveFile(address, name, signal)
  saveBlob(await api.download(path, body, { signal }), name)
}
