import { fault } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { ListRow } from '#odata/page.ts'
import type { Executor } from '#platform/server/database/database.ts'
import type { WorkSelection } from '#records/work.ts'
import type { CascadeContext } from '#records/server/recordDependents.ts'
import { engineOf, guardsOf } from '#records/server/engines.ts'
import {
  entityNamed,
  isFresh,
  onFreshModel,
  stale,
  type RecordsContext,
  type Stale,
} from '#records/server/freshModel.ts'
import { visibleService } from '#records/visibleService.ts'
import { listNamed, listRecords, type FoundRecord, type WorkAction } from '#records/server/work/work.store.ts'

type List = {
  readonly jobId: string
  readonly action: WorkAction
  readonly secret: string
  /** Ends the work between two pages. */
  readonly signal: AbortSignal
}
type Versions = { readonly model_version: string; readonly access_version: string }

const pageSize = 5000

/** The options that say which records, and none that would say how they are shown. */
export function refuseOtherOptions(query: string): void {
  const names = query.split('&').filter((part) => part !== '')
  if (!names.every((part) => /^(?:\$|%24)(?:filter|search)=/i.test(part))) throw fault('request.malformed')
}

/**
 * Puts the records of a selection on the list of a job, as one moment has them: a later change of a record is noticed by its
 * version. Answers how many they are. The transaction writes to the list only: its snapshot is as old as the listing is long,
 * and PostgreSQL refuses a write from it to any row that others have changed since.
 */
export async function listSelection(
  asked: RecordsContext,
  entity: EntityDefinition,
  selection: WorkSelection,
  list: List,
): Promise<number> {
  const { database } = asked
  const { schema } = asked.environment
  return onFreshModel(asked, (model, whole, context) =>
    database.transaction(async (transaction) => {
      await transaction.execute({ text: 'set transaction isolation level repeatable read' })
      const now = entityNamed(model, entity.uri)
      const place = { jobId: list.jobId, action: list.action, entityId: now.id }
      if ('ids' in selection) return listNamed(transaction, schema, now.uri, place, [...new Set(selection.ids)])
      let total = 0
      const query = { ground: { context, model, service: whole }, entity: now, selection, secret: list.secret }
      const end = await eachPage(transaction, query, async (found) => {
        list.signal.throwIfAborted()
        await listRecords(transaction, schema, { ...place, from: total }, found)
        total += found.length
        return true
      })
      return end === stale ? stale : total
    }),
  )
}

/** The ids of a selection's records, at most `most`, and whether there are more. */
export async function selectedIds(
  ground: CascadeContext,
  entity: EntityDefinition,
  selection: WorkSelection,
  { secret, most }: { readonly secret: string; readonly most: number },
): Promise<{ readonly ids: readonly string[]; readonly more: boolean } | Stale> {
  if ('ids' in selection) {
    const ids = [...new Set(selection.ids.map((id) => id.toLowerCase()))]
    return { ids: ids.slice(0, most), more: ids.length > most }
  }
  const ids: string[] = []
  const end = await eachPage(ground.context.database, { ground, entity, selection, secret }, (found) => {
    for (const { id } of found) ids.push(id)
    return Promise.resolve(ids.length <= most)
  })
  return end === stale ? stale : { ids: ids.slice(0, most), more: ids.length > most }
}

type Queried = {
  readonly ground: CascadeContext
  readonly entity: EntityDefinition
  readonly selection: Extract<WorkSelection, { readonly query: string }>
  readonly secret: string
}

/** Reads the records of a query page by page, until `take` returns false or no pages are left. */
async function eachPage(
  executor: Executor,
  { ground: { context, model, service: whole }, entity, selection, secret }: Queried,
  take: (found: readonly FoundRecord[]) => Promise<boolean>,
): Promise<Stale | undefined> {
  const { service } = visibleService(context.member, model, whole)
  const engine = engineOf(context.environment, service, secret)
  const except = new Set(selection.except ?? [])
  const guards = guardsOf(context, { model, service })
  let token: string | undefined
  do {
    const query = ['$select=id,version', selection.query, token && `$skiptoken=${token}`].filter(Boolean).join('&')
    const listing = engine.list(entity.uri, query, { guards, wire: { numbersAsText: true }, maxPageSize: pageSize })
    const [row] = await executor.query<ListRow & Versions>(listing.statement)
    if (!row) throw fault('server.internal')
    if (!isFresh(model, row)) return stale
    const found = (JSON.parse(row.value) as FoundRecord[]).filter(({ id }) => !except.has(id))
    if (!(await take(found))) return undefined
    token = listing.tokens(row).next
  } while (token !== undefined)
  return undefined
}
