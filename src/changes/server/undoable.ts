import { meets, type Footprint } from '#changes/operation.ts'
import * as store from '#changes/server/changes.store.ts'
import { holdsAll, requireActivities } from '#changes/server/changeRights.ts'
import type { ChangeContext } from '#changes/server/changeContext.ts'
import type { StoredChange } from '#changes/server/changes.store.ts'
import type { Activity } from '#environments/activity.ts'
import { Fault, fault } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'

/**
 * A change that the member may undo: in force, allowed by the member's activities, and without later dependent changes.
 */
export async function undoable(
  executor: Executor,
  { environment: { schema }, member }: Pick<ChangeContext, 'environment' | 'member'>,
  changeId: string,
): Promise<StoredChange> {
  const change = await store.changeById(executor, schema, changeId)
  if (!change) throw fault('change.unknown')
  requireActivities(change.activities, member.heldRights.activities)
  if (change.undoneById !== null) throw fault('change.undone')
  await refuseDependants(executor, schema, change, member.heldRights.activities)
  return change
}

async function refuseDependants(
  executor: Executor,
  schema: string,
  change: StoredChange,
  held: ReadonlySet<Activity>,
): Promise<void> {
  const later = await store.changesInForceAfter(executor, schema, change.modelVersion)
  const dependants = later.filter(
    ({ id, footprint }) => id !== change.undoesId && dependsOn(footprint, change.footprint),
  )
  if (dependants.length === 0) return
  // A member who may not see a later change learns only that the change exists.
  const visible = dependants.map((each) => (holdsAll(held, each.activities) ? each : { ...each, sentences: [] }))
  const changes = visible.flatMap(({ sentences }) => sentences.map(({ values }) => String(values['name'] ?? '')))
  throw new Fault({ code: 'change.dependants', parameters: { changes: [...new Set(changes)].join(', ') } }, [], {
    changes: visible.map(({ id, on, sentences }) => ({ id, on, sentences })),
  })
}

/**
 * Whether a later change builds on the result of an earlier one, or has created or deleted something that the earlier
 * one's undo needs.
 */
function dependsOn(later: Footprint, earlier: Footprint): boolean {
  if (meets(earlier.writes, [...later.writes, ...later.needs])) return true
  return later.writes.some((key) => earlier.needs.includes(key))
}
