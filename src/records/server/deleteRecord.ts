import { compileRemove } from '#odata/write/remove.ts'
import type { Expected } from '#odata/protocol/store.ts'
import { auditOf, trashOf } from '#records/server/auditStatements.ts'
import { eventOf } from '#records/server/events/eventWriter.ts'
import { onFreshModel, stale, type RecordsContext } from '#records/server/freshModel.ts'
import { entityFor, refuseClosed } from '#records/server/rights.ts'
import { run, writeStatement, writeTo } from '#records/server/write.ts'
import { refuseUnconditional, refuseUnwritten, targetOf } from '#records/server/writeTarget.ts'

/**
 * Moves a record to the trash. Faults: `record.unknown`, `record.stale`, `record.deleteForbidden`, `request.precondition`,
 * `managed.delete`.
 */
export async function deleteRecord(asked: RecordsContext, uri: string, id: string, expected: Expected): Promise<void> {
  return onFreshModel(asked, async (model, service, context) => {
    const entity = entityFor(context, model, uri)
    refuseClosed(context, entity, 'managed.delete')
    refuseUnconditional(entity, expected)
    const write = writeTo(context, model, service, entity)
    const target = targetOf(write, id, expected, 'delete')
    const key = ['delete', target.versions !== null, target.readable, target.permitted]
    const statement = writeStatement(write, key, null, () =>
      compileRemove({
        ...target,
        ...write,
        changeable: null,
        companions: [
          trashOf(entity, write.schema),
          eventOf('delete', entity, write.schema),
          ...auditOf('delete', entity, new Set(), write.schema),
        ],
      }),
    )
    const outcome = await run(write, statement, [])
    if (outcome === stale) return stale
    refuseUnwritten(outcome, expected, 'record.deleteForbidden')
    return undefined
  })
}
