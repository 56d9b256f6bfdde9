import { fault } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { ListRow } from '#odata/page.ts'
import type { Transaction } from '#platform/server/database/database.ts'
import type { WorkSelection } from '#records/work.ts'
import { engineOf, guardsOf } from '#records/server/engines.ts'
import { entityNamed, isFresh, onFreshModel, stale, type RecordsContext } from '#records/server/freshModel.ts'
import { seenBy } from '#records/seen.ts'
import { listNamed, listRecords, type FoundRecord, type WorkAction } from '#records/server/work/work.store.ts'

type List = { readonly jobId: string; readonly action: WorkAction; readonly secret: string }
type Versions = { readonly model_version: string; readonly access_version: string }

const pageSize = 5000

/** The options that say which records, and none that would say how they are shown. */
export function refuseOtherOptions(query: string): void {
  const names = query.split('&').filter((part) => part !== '')
  if (!names.every((part) => /^(?:\$|%24)(?:filter|search)=/i.test(part))) throw fault('request.malformed')
}

/**
 * Puts the records of a selection on the list of a job, as one moment has them: who changes a record later is noticed by its
 * version. `done` runs in the same transaction. Answers how many they are.
 */
export async function listSelection(
  asked: RecordsContext,
  entity: EntityDefinition,
  selection: WorkSelection,
  list: List,
  done: (transaction: Transaction, total: number) => Promise<void>,
): Promise<number> {
  const { database, environment } = asked
  const { schema } = environment
  return onFreshModel(asked, (model, whole, context) =>
    database.transaction(async (transaction) => {
      await transaction.execute({ text: 'set transaction isolation level repeatable read' })
      const now = entityNamed(model, entity.uri)
      const place = { jobId: list.jobId, action: list.action, entityId: now.id }
      if ('ids' in selection) {
        const total = await listNamed(transaction, schema, now.uri, place, [...new Set(selection.ids)])
        await done(transaction, total)
        return total
      }
      const { service } = seenBy(context.member, model, whole)
      const engine = engineOf(environment, service, list.secret)
      const except = new Set(selection.except ?? [])
      let total = 0
      let token: string | undefined
      do {
        const query = ['$select=id,version', selection.query, token && `$skiptoken=${token}`].filter(Boolean).join('&')
        const how = {
          guards: guardsOf(context, { model, service }),
          wire: { numbersAsText: true },
          maxPageSize: pageSize,
        }
        const listing = engine.list(now.uri, query, how)
        const [row] = await transaction.query<ListRow & Versions>(listing.statement)
        if (!row) throw fault('server.internal')
        if (!isFresh(model, row)) return stale
        const found = (JSON.parse(row.value) as FoundRecord[]).filter(({ id }) => !except.has(id))
        await listRecords(transaction, schema, { ...place, from: total }, found)
        total += found.length
        token = listing.tokens(row).next
      } while (token !== undefined)
      await done(transaction, total)
      return total
    }),
  )
}
