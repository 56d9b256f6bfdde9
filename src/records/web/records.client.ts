import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { columnOf, isLink, type Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { uuidPattern } from '#attributes/types/id.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Option } from '#design/web/Select.tsx'
import { api } from '#platform/web/http.ts'
import { expandText, option } from '#views/listing.ts'
import type { Linked, RecordRow } from '#records/wire.ts'

/** A table of an environment, as the calls about its records need it. */
export type Table = { readonly envid: string; readonly entity: EntityDefinition }

export type RecordsPageBody = {
  readonly value: readonly RecordRow[]
  readonly '@odata.count'?: number | string
  readonly '@odata.nextLink'?: string
  readonly '@lintel.previousLink'?: string
}

/** Product part 6, 20: our own client always asks for numbers as texts, so that no digit is lost. */
export const exact = { accept: 'application/json;IEEE754Compatible=true' } as const

function setAddress({ envid, entity }: Table): string {
  return `/odata/v1/${envid}/${entity.uri}`
}

/** A page of records: of a query string, or behind a link that an earlier page gave. */
export function readPage(
  table: Table,
  query: string,
  pageSize: number,
  signal?: AbortSignal,
): Promise<RecordsPageBody> {
  return pageAt(`${setAddress(table)}?${query}`, pageSize, signal)
}

/** A page of the records of a collection of one record. */
export function readRelated(
  table: Table,
  of: { readonly id: string; readonly collection: string; readonly query: string },
  pageSize: number,
  signal?: AbortSignal,
): Promise<RecordsPageBody> {
  return pageAt(`${setAddress(table)}(${of.id})/${of.collection}?${of.query}`, pageSize, signal)
}

export function readLink(link: string, pageSize: number, signal?: AbortSignal): Promise<RecordsPageBody> {
  // A link is a path of the service's host; our own client knows where that is.
  return pageAt(link.slice(Math.max(0, link.indexOf('/odata/v1/'))), pageSize, signal)
}

function pageAt(path: string, pageSize: number, signal: AbortSignal | undefined): Promise<RecordsPageBody> {
  const headers = { ...exact, prefer: `odata.maxpagesize=${pageSize}` }
  return api.get<RecordsPageBody>(path, { headers, ...(signal ? { signal } : {}) })
}

/** How many records a selection has, exactly. */
export async function countRecords(table: Table, selection: string, signal?: AbortSignal): Promise<number> {
  const page = await readPage(table, [selection, '$top=0', '$count=true'].filter(Boolean).join('&'), 1, signal)
  return Number(page['@odata.count'] ?? 0)
}

export function recordQuery({ envid, entity }: Table, id: string) {
  return queryOptions({
    queryKey: ['records', envid, entity.id, id],
    queryFn: ({ signal }) => readRecord({ envid, entity }, id, signal),
    staleTime: 5000,
  })
}

/** One record with the names of what it links to. */
export function useRecord(table: Table, id: string) {
  return useQuery(recordQuery(table, id))
}

export function readRecord(table: Table, id: string, signal?: AbortSignal): Promise<RecordRow> {
  const expand = option('expand', expandText(table.entity.fields))
  const path = `${setAddress(table)}(${id})${expand ? `?${expand}` : ''}`
  return api.get<RecordRow>(path, { headers: exact, ...(signal ? { signal } : {}) })
}

export type Change = Readonly<Record<string, WireValue>>

/** Creates a record. The same key makes a repeated call happen once. */
export function createRecord(table: Table, values: Change, idempotencyKey: string): Promise<RecordRow> {
  return api.post<RecordRow>(setAddress(table), values, { headers: exact, idempotencyKey })
}

/** Changes fields of a record, made on the version of `etag`. */
export function patchRecord(table: Table, id: string, values: Change, etag: string): Promise<RecordRow> {
  return api.patch<RecordRow>(`${setAddress(table)}(${id})`, values, { headers: exact, etag })
}

/** Moves a record to the trash. */
export function deleteRecord(table: Table, id: string, etag?: string): Promise<void> {
  return api.remove(`${setAddress(table)}(${id})`, { headers: exact, ...(etag ? { etag } : {}) })
}

/** Forgets what is known of a table's records and counts, so that all who show them read them anew. */
export async function forgetRecords(client: QueryClient, { envid, entity }: Table): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: ['records', envid, entity.id] }),
    client.invalidateQueries({ queryKey: ['count', envid, entity.uri] }),
  ])
}

/** Whether a text of an address is the id of a record at all. */
export function isRecordId(text: string | undefined): text is string {
  return text !== undefined && uuidPattern.test(text)
}

/** The answer of a write, with the names of lookups that are known already. */
export function withNames(
  answer: RecordRow,
  before: RecordRow,
  fields: readonly Field[],
  linked: LinkedNames,
): RecordRow {
  const named: Record<string, WireValue | Linked | undefined> = { ...answer }
  for (const field of fields) {
    if (!isLink(field)) continue
    const column = columnOf(field)
    const id = answer[column]
    const told = linked[column]
    if (told && told.id === id) named[field.uri] = { id: told.id, name: told.label }
    else if (before[column] === id) named[field.uri] = before[field.uri]
  }
  return named as RecordRow
}

/** What lookups were set to, by column, as it was chosen. */
export type LinkedNames = Readonly<Record<string, Option | undefined>>
