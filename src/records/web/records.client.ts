import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { uuidPattern } from '#attributes/uuid.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { api } from '#platform/web/http.ts'
import { expandText, listingOption } from '#views/listing.ts'
import type { RecordRow } from '#records/wire.ts'

/** A table of an environment, as the calls about its records need it. */
export type RecordsTable = { readonly envid: string; readonly entity: EntityDefinition }

export type RecordsPageBody = {
  readonly value: readonly RecordRow[]
  readonly '@odata.count'?: number | string
  readonly '@odata.nextLink'?: string
  readonly '@lintel.previousLink'?: string
}

/** Product part 6, 20: our own client always asks for numbers as texts, so that no digit is lost. */
export const exact = { accept: 'application/json;IEEE754Compatible=true' } as const

/** The collection of a table's records. */
export function setAddress({ envid, entity }: RecordsTable): string {
  return `/odata/v1/${envid}/${entity.uri}`
}

/** A page of records: of a query string, or behind a link that an earlier page gave. */
export function readPage(
  table: RecordsTable,
  query: string,
  pageSize: number,
  signal?: AbortSignal,
): Promise<RecordsPageBody> {
  return pageAt(`${setAddress(table)}?${query}`, pageSize, signal)
}

export function readPageLink(link: string, pageSize: number, signal?: AbortSignal): Promise<RecordsPageBody> {
  // A link is a path of the service's host; our own client knows where that is.
  return pageAt(link.slice(Math.max(0, link.indexOf('/odata/v1/'))), pageSize, signal)
}

export function pageAt(path: string, pageSize: number, signal: AbortSignal | undefined): Promise<RecordsPageBody> {
  const headers = { ...exact, prefer: `odata.maxpagesize=${pageSize}` }
  return api.get<RecordsPageBody>(path, { headers, ...(signal ? { signal } : {}) })
}

/** How many records a selection has, exactly. */
export async function countListing(table: RecordsTable, selection: string, signal?: AbortSignal): Promise<number> {
  const page = await readPage(table, [selection, '$top=0', '$count=true'].filter(Boolean).join('&'), 1, signal)
  return Number(page['@odata.count'] ?? 0)
}

export function recordQuery({ envid, entity }: RecordsTable, id: string) {
  return queryOptions({
    queryKey: ['records', envid, entity.id, id],
    queryFn: ({ signal }) => readRecord({ envid, entity }, id, signal),
    staleTime: 5000,
  })
}

/** One record with the names of what it links to. */
export function useRecord(table: RecordsTable, id: string) {
  return useQuery(recordQuery(table, id))
}

export function readRecord(table: RecordsTable, id: string, signal?: AbortSignal): Promise<RecordRow> {
  const expand = listingOption('expand', expandText(table.entity.fields))
  const path = `${setAddress(table)}(${id})${expand ? `?${expand}` : ''}`
  return api.get<RecordRow>(path, { headers: exact, ...(signal ? { signal } : {}) })
}

/** Forgets what is known of a table's records and counts, so that all who show them read them anew. */
export async function forgetRecords(client: QueryClient, { envid, entity }: RecordsTable): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['records', envid, entity.id] }),
    client.invalidateQueries({ queryKey: ['count', envid, entity.uri] }),
  ])
}

/** Whether a text of an address is the id of a record at all. */
export function isRecordId(text: string | undefined): text is string {
  return text !== undefined && uuidPattern.test(text)
}
