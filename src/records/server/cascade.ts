import { uuidPattern } from '#attributes/uuid.ts'
import { dependentLookups } from '#entities/dependentLookups.ts'
import type { Expected } from '#odata/protocol/store.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { assignDependants, haveDependants, releaseDependants, settleKeys } from '#records/server/recordDependents.ts'
import { entityFor } from '#records/server/rights.ts'
import { onFreshModel, stale, type RecordsContext, type Stale } from '#records/server/freshModel.ts'
import type { RecordWritten } from '#records/server/createRecord.ts'
import { deleteRecord } from '#records/server/deleteRecord.ts'
import { inPinnedTransaction } from '#records/server/pinModel.ts'

/**
 * Deletes a record and applies the delete rules of its relationships to all dependents, in one transaction. A record
 * without dependents is deleted by a single statement. Faults: those of `deleteRecord` and of `releaseDependants`.
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
      return deleteAlone(context, uri, id, expected)
    return inPinnedTransaction(
      context,
      model,
      async (inside, database) => {
        const ground = { context: inside, model, service }
        await database.execute({ text: 'set constraints all deferred' })
        await deleteRecord(inside, uri, id, expected)
        await releaseDependants(ground, entity, ids)
        await settleKeys(ground)
      },
      isDependentNew,
    )
  })
}

/**
 * Deletes a record without dependents. `stale` where a dependent was added meanwhile, or after a deadlock or
 * serialization failure.
 */
async function deleteAlone(
  context: RecordsContext,
  uri: string,
  id: string,
  expected: Expected,
): Promise<undefined | Stale> {
  try {
    await deleteRecord(context, uri, id, expected)
    return undefined
  } catch (error) {
    if (isDependentNew(error) || violationOf(error)?.kind === 'serialization') return stale
    throw error
  }
}

/**
 * Runs the update of a record. Where its values name a new owner, dependents whose relationship cascades assignment get
 * the same owner in the same transaction.
 */
export async function cascadeOwner(
  asked: RecordsContext,
  uri: string,
  values: Readonly<Record<string, unknown>>,
  update: (context: RecordsContext) => Promise<RecordWritten>,
): Promise<RecordWritten> {
  const owner = values['owner_id']
  if (typeof owner !== 'string') return update(asked)
  return onFreshModel(asked, async (model, service, context) => {
    const entity = entityFor(context, model, uri)
    const isAlone = dependentLookups(model, entity.id).every(({ onAssign }) => onAssign === 'none')
    if (isAlone) return update(context)
    return inPinnedTransaction(
      context,
      model,
      async (inside) => {
        const written = await update(inside)
        await assignDependants({ context: inside, model, service }, entity, [written.id], owner.toLowerCase())
        return written
      },
      isDependentNew,
    )
  })
}

/** Whether another transaction has just added a dependent of this record. */
function isDependentNew(error: unknown): boolean {
  return violationOf(error)?.kind === 'foreignKey'
}
