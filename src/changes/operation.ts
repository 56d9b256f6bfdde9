import type * as z from 'zod/mini'
import type { Problem } from '#faults/fault.ts'
import type { Activity } from '#environments/activity.ts'
import type { TextKey } from '#language/translate.ts'

/** One typed step of a change set, as JSON. What else it holds is said by the schema of its kind. */
export type Operation = { readonly kind: string; readonly [property: string]: unknown }

/** Who asks for a change: a maker, the system itself (packages, demo), or the undo of an earlier change. */
export type Author = 'maker' | 'system' | 'undo'

/** What an operation did, as a sentence of the history page. */
export type Sentence = { readonly key: TextKey; readonly values: Readonly<Record<string, string | number>> }

/** How many rows of a table have, or lack, a value; answered by the server when a change is previewed. */
export type CountQuery = {
  readonly table: string
  readonly column?: string
  readonly values: 'all' | 'filled' | 'empty'
}

/** What a change means for records: a sentence whose {count} the server fills in. */
export type Impact = {
  readonly key: TextKey
  readonly values: Readonly<Record<string, string>>
  /** A question to the database, or a number that the definitions know. */
  readonly count: CountQuery | number
}

/**
 * What an operation touches, as `<definition id>` (its existence) and `<definition id>.<property>`. A later change
 * that needs or writes what an earlier one wrote stands in the way of the earlier one's undo.
 */
export type Footprint = { readonly writes: readonly string[]; readonly needs: readonly string[] }

/** One kind of operation over a model. Everything is pure; ids come in by argument. */
export type OperationKind<Model, Op extends Operation = Operation> = {
  readonly kind: Op['kind']
  /** What a member's roles must allow for this operation, its preview and its undo. */
  readonly activity: Activity
  readonly schema: z.ZodMiniType<Op>
  /** The only one who may ask for it; without it anybody may. */
  readonly author?: Author
  /** The operation with the ids of what it makes. */
  complete(operation: Op, newId: () => string): Op
  /** What stands against it; targets are properties of the operation. */
  check(model: Model, operation: Op, author: Author): Problem[]
  /** The model after it. Only called when `check` found nothing. */
  apply(model: Model, operation: Op, changeId: string): Model
  /** The operations that bring back the model before it. */
  invert(before: Model, operation: Op): Operation[]
  footprint(before: Model, operation: Op): Footprint
  impact(before: Model, operation: Op): Impact[]
  /** Null for what is nobody else's business. */
  sentence(before: Model, operation: Op): Sentence | null
}

/** A kind among kinds of other operations: a plan hands each one only operations that its own schema has read. */
export function anyKind<Model, Op extends Operation>(kind: OperationKind<Model, Op>): OperationKind<Model> {
  return kind
}

/**
 * A function of an operation on a model that computes its outcome once, however many rules ask for it. Models and operations
 * are never changed, so an outcome that is known stays true; it is forgotten with its operation.
 */
export function onceForOperation<Model, Op extends Operation, Outcome>(
  compute: (model: Model, operation: Op, changeId: string) => Outcome,
): (model: Model, operation: Op, changeId: string) => Outcome {
  type Known = { readonly model: Model; readonly outcomes: Map<string, { readonly outcome: Outcome }> }
  const known = new WeakMap<Op, Known>()
  return (model, operation, changeId) => {
    let last = known.get(operation)
    if (last?.model !== model) known.set(operation, (last = { model, outcomes: new Map() }))
    let found = last.outcomes.get(changeId)
    if (!found) last.outcomes.set(changeId, (found = { outcome: compute(model, operation, changeId) }))
    return found.outcome
  }
}

/** Whether two footprints meet: on the same property, or on anything of a definition that one of them made or removed. */
export function meets(writes: readonly string[], others: readonly string[]): boolean {
  return others.some((other) => writes.some((write) => write === other || write === ownerOf(other)))
}

function ownerOf(key: string): string {
  return key.split('.', 1)[0] ?? key
}
