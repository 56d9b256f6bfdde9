import type { Statement } from '#odata/compile/statement.ts'
import type { ODataResponse } from '#odata/protocol/message.ts'
import type { Snapshot, Store } from '#odata/protocol/store.ts'
import { fault } from '#faults/fault.ts'
import type { Model } from '#entities/model.ts'
import { within } from '#platform/server/database/within.ts'
import { createOnce, isKeyTaken } from '#records/server/createOnce.ts'
import { engineOf, guardsOf } from '#records/server/engines.ts'
import { isFresh, onFreshModel, stale, type ModelSource, type RecordsContext } from '#records/server/freshModel.ts'
import { createRecord, deleteRecord, updateRecord } from '#records/server/records.ts'

/** `secret` signs the tokens of pages; `root` is the path of the service as it was asked for, with a slash at its end. */
export type StoreContext = RecordsContext & { readonly secret: string; readonly root: string }

/** What the database answers beside each reading statement. */
type Versions = { model_version: string; access_version: string }

/** The records of an environment as the OData service of a member. */
export function recordStore(context: StoreContext, refusal: (error: unknown) => ODataResponse): Store {
  const { environment, secret, database, root } = context
  const guards = guardsOf(context)
  const store: Store = {
    root,
    reading: (attempt) =>
      onFreshModel(context, async (model, service) => {
        const engine = engineOf(environment, service, secret)
        const run: Snapshot['run'] = async <Row extends object>(statement: Statement, lane: 'keyed' | 'brief') => {
          const [row] = await database.query<Row & Versions>({ ...statement, lane })
          if (!row) throw fault('server.internal')
          if (!isFresh(model, row)) throw new StaleAnswer()
          return row
        }
        return attempt({ model: service.model, engine, guards, run }).catch((error: unknown) => {
          if (error instanceof StaleAnswer) return stale
          throw error
        })
      }),
    create: (set, values, { wire, idempotencyKey }) =>
      idempotencyKey === undefined
        ? createRecord(context, set, values, wire)
        : createOnce(context, store, { set, values, wire, key: idempotencyKey }),
    update: (set, key, values, { wire, expected }) => updateRecord(context, set, key, values, expected, wire),
    remove: (set, key, expected) => deleteRecord(context, set, key, expected),
    together: (work) =>
      onFreshModel(context, (model) =>
        database
          .transaction((transaction) => {
            const pinned = { ...context, database: within(transaction), models: pinnedTo(model) }
            return work(recordStore(pinned, refusal))
          })
          .catch((error: unknown) => {
            if (error instanceof StaleAnswer || isKeyTaken(error)) return stale
            throw error
          }),
      ),
    refusal,
  }
  return store
}

/** Within a transaction the definitions are those it began with: when they are others by now, all of it begins anew. */
function pinnedTo(model: Model): ModelSource {
  const held = () => Promise.resolve(model)
  return { current: held, fresh: held, reload: () => Promise.reject(new StaleAnswer()) }
}

/** An answer was made on another version of the model than the statement. */
class StaleAnswer extends Error {}
