import type * as z from 'zod/mini'
import type { Problem } from '#faults/fault.ts'
import type { Activity } from '#environments/activity.ts'
import type { TextKey } from '#language/translate.ts'

/** One typed step of a change set, as JSON. The schema of its kind defines the further properties. */
export type Operation = { readonly kind: string; readonly [property: string]: unknown }

/** The author of a change: a maker, the system itself (packages, demo), or the undo of an earlier change. */
export type Author = 'maker' | 'system' | 'undo'

/** Description of an operation in the history page. */
export type Sentence = { readonly key: TextKey; readonly values: Readonly<Record<string, string | number>> }

/** A count query for the rows of a table with or without a value; answered by the server in a preview. */
export type CountQuery = {
  readonly table: string
  readonly column?: string
  readonly values: 'all' | 'filled' | 'empty'
}

/** An effect of a change on records: a text whose {count} the server fills in. */
export type Impact = {
  readonly key: TextKey
  readonly values: Readonly<Record<string, string>>
  /** A count query, or a number known from the definitions. */
  readonly count: CountQuery | number
}

/**
 * Keys that an operation touches: `<definition id>` (its existence) and `<definition id>.<property>`. A later change
 * that needs or writes a key written by an earlier one prevents the earlier one's undo.
 */
export type Footprint = { readonly writes: readonly string[]; readonly needs: readonly string[] }

/** One kind of operation over a model. All functions are pure; ids are arguments. */
export type OperationKind<Model, Op extends Operation = Operation> = {
  readonly kind: Op['kind']
  /** The activity that members need for the operation, its preview and its undo. */
  readonly activity: Activity
  readonly schema: z.ZodMiniType<Op>
  /** The only permitted author; undefined permits all. */
  readonly author?: Author
  /** The operation with generated ids for new definitions. */
  complete(operation: Op, newId: () => string): Op
  /** Problems of the operation; targets are properties of the operation. */
  check(model: Model, operation: Op, author: Author): Problem[]
  /** The model after the operation. Only called when `check` found no problems. */
  apply(model: Model, operation: Op, changeId: string): Model
  /** The operations that restore the model before the operation. */
  invert(before: Model, operation: Op): Operation[]
  footprint(before: Model, operation: Op): Footprint
  impact(before: Model, operation: Op): Impact[]
  /** Null for private operations. */
  sentence(before: Model, operation: Op): Sentence | null
}

/** An operation kind in a list of different kinds: a plan passes only operations that match the kind's own schema. */
export function anyKind<Model, Op extends Operation>(kind: OperationKind<Model, Op>): OperationKind<Model> {
  return kind
}

/**
 * Memoizes the outcome of an operation on a model, for all rules that need the outcome. Models and operations are
 * immutable, so an outcome never becomes outdated; the entry lives as long as the operation.
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

/**
 * Whether two footprints overlap: on the same property, or on any part of a definition that one of them created or
 * deleted.
 */
export function meets(writes: readonly string[], others: readonly string[]): boolean {
  return others.some((other) => writes.some((write) => write === other || write === ownerOf(other)))
}

function ownerOf(key: string): string {
  return key.split('.', 1)[0] ?? key
}
