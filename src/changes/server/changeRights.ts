import { activitiesOf, operationsWithin } from '#changes/activities.ts'
import type { OperationKind } from '#changes/operation.ts'
import type { StoredChange } from '#changes/server/changes.store.ts'
import type { Activity } from '#environments/activity.ts'
import { fault } from '#faults/fault.ts'

/** Fault `request.forbidden` for operations whose activities the member does not hold. */
export function requireOperations<Model>(
  kinds: readonly OperationKind<Model>[],
  operations: readonly unknown[],
  held: ReadonlySet<Activity>,
): void {
  requireActivities(activitiesOf(kinds, operations), held)
}

/** Fault `request.forbidden` where the member does not hold all required activities of a change to undo. */
export function requireActivities(asked: readonly Activity[], held: ReadonlySet<Activity>): void {
  if (!holdsAll(held, asked)) throw fault('request.forbidden')
}

/** Whether all of these activities are held. */
export function holdsAll(held: ReadonlySet<Activity>, asked: readonly Activity[]): boolean {
  return asked.every((activity) => held.has(activity))
}

/**
 * The part of a change that a member may see: the whole change when the member holds all required activities, otherwise
 * the operations and sentences of the held activities. Undefined without such a part.
 */
export function visibleChange<Model>(
  kinds: readonly OperationKind<Model>[],
  change: StoredChange,
  held: ReadonlySet<Activity>,
): StoredChange | undefined {
  if (holdsAll(held, change.activities)) return change
  if (!change.activities.some((activity) => held.has(activity))) return undefined
  const sentences = change.sentences.filter((_sentence, at) => {
    const activity = change.sentenceActivities[at]
    return activity !== undefined && held.has(activity)
  })
  const operations = operationsWithin(kinds, change.operations, held)
  return { ...change, note: null, operations, sentences, impact: [], conversions: [] }
}
