import { uuidPattern } from '#attributes/uuid.ts'
import { dependentLookups } from '#entities/dependentLookups.ts'
import type { Wire } from '#odata/compile/writer.ts'
import type { Expected } from '#odata/protocol/store.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { transactionDatabase } from '#platform/server/database/transactionDatabase.ts'
import {
  assignDependants,
  haveDependants,
  releaseDependants,
  settleKeys,
  type CascadeContext,
} from '#records/server/recordDependents.ts'
import { entityFor } from '#records/server/rights.ts'
import { onFreshModel, stale, type RecordsContext, type Stale } from '#records/server/freshModel.ts'
import { deleteRecord, updateRecord, type RecordWritten } from '#records/server/records.ts'

/**
 * Deletes a record with what its relationships say of the records that depend on it, all in one transaction. A record that
 * none depends on goes by its one statement. Faults: those of `deleteRecord` and of `releaseDependants`.
 */
export async function deleteWithDependents(
  asked: RecordsContext,
  uri: string,
  id: string,
  expected: Expected,
): Promise<void> {
  if (!uuidPattern.test(id)) return deleteRecord(asked, uri, id, expected)
  return onFreshModel(asked, async (model, service, context) => {
    const entity = entityFor(context, model, uri)
    const ids = [id.toLowerCase()]
    if (!(await haveDependants({ context, model, service }, entity, ids)))
      return deleteRecord(context, uri, id, expected).catch(beginAnew)
    return asOne({ context, model, service }, async (inside) => {
      await inside.context.database.execute({ text: 'set constraints all deferred' })
      await deleteRecord(inside.context, uri, id, expected)
      await releaseDependants(inside, entity, ids)
      await settleKeys(inside)
    })
  })
}

/** Changes a record; a new owner of it becomes the owner of the records that go along, in the same transaction. */
export async function updateWithDependents(
  asked: RecordsContext,
  uri: string,
  id: string,
  body: Readonly<Record<string, unknown>>,
  expected: Expected,
  wire: Wire,
): Promise<RecordWritten> {
  const owner = body['owner_id']
  if (typeof owner !== 'string') return updateRecord(asked, uri, id, body, expected, wire)
  return onFreshModel(asked, async (model, service, context) => {
    const entity = entityFor(context, model, uri)
    const isAlone = dependentLookups(model, entity.id).every(({ onAssign }) => onAssign === 'none')
    if (isAlone) return updateRecord(context, uri, id, body, expected, wire)
    return asOne({ context, model, service }, async (inside) => {
      const written = await updateRecord(inside.context, uri, id, body, expected, wire)
      await assignDependants(inside, entity, [written.id], owner.toLowerCase())
      return written
    })
  })
}

/** Definitions changed while the transaction ran. */
class Outdated extends Error {}

/** Runs work on one snapshot of the definitions within one transaction; `stale` where either is others' by now. */
async function asOne<Result>(
  { context, model, service }: CascadeContext,
  work: (inside: CascadeContext) => Promise<Result>,
): Promise<Result | Stale> {
  const held = () => Promise.resolve(model)
  const reload = async () => {
    await context.models.reload(context.environment)
    throw new Outdated()
  }
  try {
    return await context.database.transaction((transaction) => {
      const inside = {
        ...context,
        database: transactionDatabase(transaction),
        models: { current: held, fresh: held, reload },
      }
      return work({ context: inside, model, service })
    })
  } catch (error) {
    if (error instanceof Outdated) return stale
    return beginAnew(error)
  }
}

/** Somebody made a record depend on this one just now, or two wait for each other: it is looked at anew. */
function beginAnew(error: unknown): Stale {
  const kind = violationOf(error)?.kind
  if (kind === 'foreignKey' || kind === 'serialization') return stale
  throw error
}
