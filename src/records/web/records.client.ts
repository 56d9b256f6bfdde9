import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query'
import { columnOf, isLink, type Field } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { uuidPattern } from '#attributes/types/id.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { principalTarget, systemAttributes } from '#entities/system.ts'
import type { Option } from '#design/web/Select.tsx'
import { api } from '#platform/web/http.ts'
import { quoted } from '#views/filter.ts'
import { expandText, option } from '#views/listing.ts'
import { linkFields, linkFilter, linkPlace } from '#records/linkSearch.ts'
import { nameOf, type Linked, type RecordRow } from '#records/wire.ts'

/** A table of an environment, as the calls about its records need it. */
export type Table = { readonly envid: string; readonly entity: EntityDefinition }

export type RecordsPageBody = {
  readonly value: readonly RecordRow[]
  readonly '@odata.count'?: number | string
  readonly '@odata.nextLink'?: string
  readonly '@lintel.previousLink'?: string
}

/** Product part 6, 20: our own client always asks for numbers as texts, so that no digit is lost. */
const exact = { accept: 'application/json;IEEE754Compatible=true' } as const

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

const mostFound = 20

/**
 * The records that a lookup may link to whose name, or another searchable short text, has the text in it; disabled and
 * inactive ones are not offered.
 */
export async function findLinked(
  envid: string,
  model: Model | undefined,
  field: Field,
  text: string,
  signal?: AbortSignal,
): Promise<readonly Option[]> {
  const { uri, alive } = targetOf(model, field)
  if (!uri) return []
  const target = model?.entitiesByUri.get(uri)
  const fields = target ? linkFields(target) : systemAttributes.filter((each) => each.uri === 'name')
  const filter = [alive, linkFilter(fields, text)].filter((part) => part !== undefined).join(' and ')
  const select = ['id', ...fields.map(columnOf)].join(',')
  const query = [`$select=${select}`, option('filter', filter), '$orderby=name', `$top=${mostFound}`]
  const path = `/odata/v1/${envid}/${uri}?${query.filter(Boolean).join('&')}`
  const { value } = await api.get<{ value: readonly RecordRow[] }>(path, {
    headers: exact,
    ...(signal ? { signal } : {}),
  })
  return value.map((row) => {
    const place = linkPlace(fields, row, text)
    return { id: row.id, label: nameOf(row, row.id), ...(place !== undefined && { detail: place }) }
  })
}

const mostNames = 50

/** The names of records that a lookup may link to, by their ids; those that may not be read have none. */
export async function namesOfIds(
  envid: string,
  model: Model,
  field: Field,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<readonly Linked[]> {
  const { uri } = targetOf(model, field)
  if (!uri) return []
  const filter = option('filter', `id in (${ids.slice(0, mostNames).join(',')})`)
  const path = `/odata/v1/${envid}/${uri}?$select=id,name&${filter}&$top=${mostNames}`
  return (await api.get<{ value: readonly Linked[] }>(path, { headers: exact, signal })).value
}

/** The ids of linked records by their whole names; a name that several have has none. */
export async function idsOfNames(
  envid: string,
  model: Model | undefined,
  field: Field,
  names: readonly string[],
): Promise<ReadonlyMap<string, Option>> {
  const { uri } = targetOf(model, field)
  const found = new Map<string, Option>()
  if (!uri) return found
  const twice = new Set<string>()
  // The address of a request has an end; so many names always fit.
  for (let at = 0; at < names.length; at += 50) {
    const part = names.slice(at, at + 50)
    const filter = option('filter', `name in (${part.map(quoted).join(',')})`)
    const path = `/odata/v1/${envid}/${uri}?$select=id,name&${filter}&$top=1000`
    const { value } = await api.get<{ value: readonly Linked[] }>(path, { headers: exact })
    for (const { id, name } of value) {
      if (name === null) continue
      if (found.has(name)) twice.add(name)
      found.set(name, { id, label: name })
    }
  }
  for (const name of twice) found.delete(name)
  return found
}

function targetOf(model: Model | undefined, field: Field): { uri: string | undefined; alive: string } {
  if (field.type === 'user') return { uri: principalTarget, alive: "kind eq 'member'" }
  if (field.type === 'team') return { uri: principalTarget, alive: "kind eq 'team'" }
  if (field.related_entity === principalTarget) return { uri: principalTarget, alive: "kind in ('member','team')" }
  return { uri: model?.entities.get(field.related_entity ?? '')?.uri, alive: "status eq 'active'" }
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
