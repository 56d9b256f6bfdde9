import { meets, type Footprint } from '#changes/operation.ts'
import * as store from '#changes/server/changes.store.ts'
import type { StoredChange } from '#changes/server/changes.store.ts'
import { Fault, fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** A change that is in force and that nothing later builds on. */
export async function undoable(executor: Executor, schema: string, changeId: string): Promise<StoredChange> {
  const change = await store.changeById(executor, schema, changeId)
  if (!change) throw fault('change.unknown')
  if (change.undoneById !== null) throw fault('change.undone')
  await refuseDependants(executor, schema, change)
  return change
}

async function refuseDependants(executor: Executor, schema: string, change: StoredChange): Promise<void> {
  const later = await store.changesInForceAfter(executor, schema, change.modelVersion)
  const dependants = later.filter(
    ({ id, footprint }) => id !== change.undoesId && dependsOn(footprint, change.footprint),
  )
  if (dependants.length === 0) return
  const changes = dependants.flatMap(({ sentences }) => sentences.map(({ values }) => String(values['name'] ?? '')))
  throw new Fault({ code: 'change.dependants', parameters: { changes: [...new Set(changes)].join(', ') } }, [], {
    changes: dependants.map(({ id, on, sentences }) => ({ id, on, sentences })),
  })
}

/** Whether a later change builds on an earlier one's outcome, or made or removed what the earlier one's undo would need. */
function dependsOn(later: Footprint, earlier: Footprint): boolean {
  if (meets(earlier.writes, [...later.writes, ...later.needs])) return true
  return later.writes.some((key) => earlier.needs.includes(key))
}
