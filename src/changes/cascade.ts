import {
  appliedOnce,
  type Author,
  type Footprint,
  type Impact,
  type Operation,
  type OperationKind,
} from '#changes/operation.ts'
import type { Problem } from '#faults/fault.ts'

/** An operation between two models: the one before it, and the one after it and after what followed it. */
export type Step<Model> = { readonly before: Model; readonly after: Model; readonly operation: Operation }

/** What the definitions of one concept do when an operation changes the definitions that they refer to. */
export type Cascade<Model> = {
  /** The model in which the concept's definitions follow `after`: they adapt, go along, or are made. Without it they stay. */
  follow?(step: Step<Model>, changeId: string): Model
  /** What speaks against the operation for the sake of these definitions. Only asked when nothing else does. */
  problems?(step: Step<Model>, author: Author): Problem[]
  /** The operations of the way back, from those that are known so far: what followed comes back too. */
  inverse?(step: Step<Model>, inverse: readonly Operation[]): Operation[]
  /** What following writes and needs beside the operation itself. */
  footprint?(step: Step<Model>): Footprint
  /** What following means, as the preview tells it. */
  impact?(step: Step<Model>): Impact[]
}

/** A concept whose definitions change by change sets: its kinds of operations, and how it follows those of the concepts below. */
export type DefinitionConcept<Model> = {
  readonly operations: readonly OperationKind<Model>[]
  readonly cascade: Cascade<Model>
}

/** The kinds of operations of concepts from the lowest to the highest: each one's operations are followed by all above it. */
export function cascadingKinds<Model>(
  concepts: readonly DefinitionConcept<Model>[],
  lowest: readonly OperationKind<Model>[] = [],
): readonly OperationKind<Model>[] {
  return concepts.reduce<readonly OperationKind<Model>[]>(
    (below, { operations, cascade }) => [...below.map((kind) => withCascade(kind, cascade)), ...operations],
    lowest,
  )
}

/** The kind of operation with what follows it; everything else of the kind stays. */
export function withCascade<Model, Op extends Operation>(
  kind: OperationKind<Model, Op>,
  cascade: Cascade<Model>,
): OperationKind<Model, Op> {
  const { follow, problems, inverse, footprint, impact } = cascade
  const { apply } = follow
    ? appliedOnce<Model, Op>({
        ...kind,
        apply: (before, operation, changeId) =>
          follow({ before, after: kind.apply(before, operation, changeId), operation }, changeId),
      })
    : kind
  const stepOf = (before: Model, operation: Op): Step<Model> => ({
    before,
    after: apply(before, operation, ''),
    operation,
  })
  return {
    ...kind,
    apply,
    ...(problems && {
      check(before, operation, author) {
        const found = kind.check(before, operation, author)
        return found.length > 0 ? found : problems(stepOf(before, operation), author)
      },
    }),
    ...(inverse && {
      invert: (before, operation) => inverse(stepOf(before, operation), kind.invert(before, operation)),
    }),
    ...(footprint && {
      footprint(before, operation) {
        const [own, followed] = [kind.footprint(before, operation), footprint(stepOf(before, operation))]
        return { writes: [...own.writes, ...followed.writes], needs: [...own.needs, ...followed.needs] }
      },
    }),
    ...(impact && {
      impact: (before, operation) => [...kind.impact(before, operation), ...impact(stepOf(before, operation))],
    }),
  }
}
