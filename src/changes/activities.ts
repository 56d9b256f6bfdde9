import type { OperationKind } from '#changes/operation.ts'
import type { Activity } from '#environments/activity.ts'

/** The distinct activities of operations. Unknown kinds have none, because a plan refuses them. */
export function activitiesOf<Model>(
  kinds: readonly OperationKind<Model>[],
  operations: readonly unknown[],
): readonly Activity[] {
  const activities = new Map(kinds.map(({ kind, activity }) => [kind, activity]))
  return [...new Set(operations.flatMap((operation) => activities.get(kindOf(operation)) ?? []))]
}

/** The operations whose own activity the member holds. */
export function operationsWithin<Model, Each>(
  kinds: readonly OperationKind<Model>[],
  operations: readonly Each[],
  held: ReadonlySet<Activity>,
): readonly Each[] {
  return operations.filter((operation) => activitiesOf(kinds, [operation]).every((activity) => held.has(activity)))
}

function kindOf(operation: unknown): string {
  return typeof operation === 'object' && operation !== null && 'kind' in operation ? String(operation.kind) : ''
}
