import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { CompiledStatement } from '#odata/compile/statement.ts'
import type { ListRow } from '#odata/page.ts'
import type { Departure } from '#platform/server/database/ownConnection.ts'
import {
  byRelevance,
  foundIn,
  readTexts,
  searchOf,
  type FoundIn,
  type SearchAnswer,
  type WordsAnswer,
} from '#records/search/globalSearch.ts'
import type { Service } from '#records/odataModel.ts'
import { visibleService } from '#records/visibleService.ts'
import { engineOf, guardsOf } from '#records/server/engines.ts'
import { isFresh, onFreshModel, stale, type RecordsContext, type Stale } from '#records/server/freshModel.ts'

export type SearchContext = RecordsContext & {
  readonly secret: string
  /** Fires when nobody waits for the answer any more. */
  readonly departure: Departure
}

type Asked = { readonly typed: string; readonly first: string | undefined }
type Row = ListRow & { readonly model_version: string; readonly access_version: string }

/** How many records of an entity are shown, and among how many those are looked for that were more likely meant. */
const mostShown = 5
const mostRead = 50
/** How many tables are looked through at once: a search must not take all connections. */
const atOnce = 4
/** How long all of them together may take, in milliseconds. */
const longest = 1500

/**
 * Looks for words in all searchable entities that the member may read, one statement each; `first` is the id of the entity to
 * begin with. Those that do not answer in time are told of instead, so that one slow table hides nothing of the others.
 */
export async function searchRecords(context: SearchContext, asked: Asked): Promise<SearchAnswer> {
  return onFreshModel(context, (model, whole, now) => {
    const end = AbortSignal.any([now.departure(), AbortSignal.timeout(longest)])
    const { service, model: seen } = visibleService(now.member, model, whole)
    return searchWithin(now, { model, seen, service, end, asked })
  })
}

type Around = {
  readonly model: Model
  /** The definitions that the member sees. */
  readonly seen: Model
  readonly service: Service
  readonly end: AbortSignal
  readonly asked: Asked
}

async function searchWithin(context: SearchContext, around: Around): Promise<SearchAnswer | Stale> {
  const { seen, service, asked, end } = around
  const entities = [...seen.entities.values()]
    .filter(({ searchable }) => searchable)
    .toSorted((a, b) => Number(b.id === asked.first) - Number(a.id === asked.first) || Number(b.tsv) - Number(a.tsv))
  const value: FoundIn[] = []
  const unfinished: string[] = []
  let isStale = false
  const waiting = entities.values()
  const search = async () => {
    for (const entity of waiting) {
      if (isStale) return
      const found = await searchIn(context, entity, around).catch((error: unknown) => {
        if (!end.aborted) throw error
        unfinished.push(entity.id)
        return undefined
      })
      if (found === stale) isStale = true
      else if (found && found.records.length > 0) value.push(found)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, search))
  if (isStale) return stale
  const place = new Map(entities.map(({ id }, at) => [id, at]))
  const at = (id: string) => place.get(id) ?? 0
  const building = entities.filter((entity) => isBuilding(service, entity)).map(({ id }) => id)
  return { value: value.toSorted((a, b) => at(a.entity_id) - at(b.entity_id)), unfinished, building }
}

/** The entities whose index of words is still being built, of those that the member sees. */
export async function wordsBeingBuilt(context: RecordsContext): Promise<WordsAnswer> {
  return onFreshModel(context, (model, whole, { member }) => {
    const { service, model: seen } = visibleService(member, model, whole)
    const entities = [...seen.entities.values()].filter((entity) => isBuilding(service, entity))
    return Promise.resolve({ building: entities.map(({ id }) => id) })
  })
}

function isBuilding({ model }: Service, { uri }: EntityDefinition): boolean {
  return model.entitySets.get(uri)?.fullText?.isReady === false
}

async function searchIn(
  context: SearchContext,
  entity: EntityDefinition,
  { model, service, end, asked: { typed } }: Around,
): Promise<FoundIn | Stale | undefined> {
  const set = service.model.entitySets.get(entity.uri)
  const search = searchOf(typed, { words: set?.fullText?.isReady ?? false })
  if (!set || search === undefined) return undefined
  const { select, compute } = readTexts(entity)
  const options = { $search: search, $select: select, ...(compute !== '' && { $compute: compute }), $top: mostRead }
  const query = Object.entries(options).map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
  const guards = guardsOf(context, { model, service })
  const { statement } = engineOf(context.environment, service, context.secret).list(set.name, query.join('&'), {
    guards,
    wire: { numbersAsText: true, metadata: 'none' },
  })
  const row = await readOne(context, { ...statement, lane: 'brief' }, end)
  if (!isFresh(model, row)) return stale
  const rows = JSON.parse(row.value) as Readonly<Record<string, unknown>>[]
  const records = byRelevance(
    rows.map((each) => foundIn(entity, each, typed)),
    typed,
  )
  return { entity_id: entity.id, records: records.slice(0, mostShown), more: records.length > mostShown }
}

async function readOne(
  { database }: SearchContext,
  statement: CompiledStatement & { readonly lane: 'brief' },
  end: AbortSignal,
): Promise<Row> {
  const [row] = await database.until(() => end).query<Row>(statement)
  if (!row) throw new Error('a list answers one row')
  return row
}
