import { fault } from '#faults/fault.ts'
import type { Wire } from '#odata/compile/writer.ts'
import type { ListRow, PageTokens } from '#odata/page.ts'
import { engineOf, guardsOf } from '#records/server/engines.ts'
import { entityNamed, isFresh, onFreshModel, stale, type RecordsContext } from '#records/server/freshModel.ts'

type Versions = { model_version: string; access_version: string }

/** How an answer is wanted. */
export type Wanted = {
  readonly wire: Wire
  readonly maxPageSize?: number | undefined
  readonly maxCount?: number | undefined
}

/** A page of records: their JSON text, how many there are in all (where asked), and the tokens of the pages around it. */
export type RecordPage = {
  readonly value: string
  readonly count: string | undefined
  readonly tokens: PageTokens
  readonly selected: readonly string[] | undefined
}

/** One record: its JSON text and version. */
export type OneRecord = { readonly value: string; readonly version: string }

/** Records of an entity set as the query text (not decoded) asks for them. Faults: `query.*`. */
export async function readList(
  context: ReadContext,
  entitySet: string,
  query: string,
  wanted: Wanted,
): Promise<RecordPage> {
  return onFreshModel(context, async (model, service) => {
    const engine = engineOf(context.environment, model, service, context.secret)
    const listing = engine.list(entitySet, query, { guards: guardsOf(context), ...wanted })
    const [row] = await context.database.query<ListRow & Versions>({ ...listing.statement, lane: 'brief' })
    if (!row) throw fault('server.internal')
    if (!isFresh(model, row)) return stale
    const selected = listing.query.select?.map((name) => name.text)
    return { value: row.value, count: row.count ?? undefined, tokens: listing.tokens(row), selected }
  })
}

/** The record of a key, or `record.unknown`. */
export async function readOne(
  context: ReadContext,
  entitySet: string,
  id: string,
  query: string,
  wire: Wire,
): Promise<OneRecord> {
  return onFreshModel(context, async (model, service) => {
    const engine = engineOf(context.environment, model, service, context.secret)
    const statement = engine.one(entitySet, id, query, { guards: guardsOf(context), wire })
    const [row] = await context.database.query<{ value: string | null; version: string | null } & Versions>({
      ...statement,
      lane: 'keyed',
    })
    if (!row) throw fault('server.internal')
    if (!isFresh(model, row)) return stale
    if (row.value === null) throw fault('record.unknown')
    return { value: row.value, version: row.version ?? '0' }
  })
}

/** How many records a query finds, as a text of digits. */
export async function countRecords(context: ReadContext, entitySet: string, query: string): Promise<string> {
  const rest = query
    .split('&')
    .filter((part) => part !== '' && !/^(?:\$|%24)?(?:top|count|skip|orderby|select|expand)=/i.test(part))
  const page = await readList(context, entitySet, [...rest, '$count=true', '$top=0'].join('&'), {
    wire: { numbersAsText: true },
  })
  return page.count ?? '0'
}

/** The entity sets that the member may read, by name with their display name. */
export async function listEntitySets(context: ReadContext): Promise<{ name: string; title: string }[]> {
  const model = await context.models.current(context.environment)
  return [...model.entities.values()]
    .filter((entity) => entity.queryable && entityNamed(model, entity.uri))
    .map((entity) => ({ name: entity.uri, title: entity.collectionname }))
}

/** `secret` signs the tokens of pages. */
export type ReadContext = RecordsContext & { readonly secret: string }
