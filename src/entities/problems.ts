import * as z from 'zod/mini'
import { withCascade } from '#changes/cascade.ts'
import type { Operation, OperationKind } from '#changes/operation.ts'
import { problemsOf } from '#faults/schema.ts'
import type { Problem } from '#faults/fault.ts'
import { modelDescriptors } from '#entities/descriptors/modelDescriptors.ts'
import type { Model } from '#entities/model.ts'

/**
 * All problems of a form's operation, one per field, from schema and rules together, so that a person sees all of them
 * at once. `operation` must have the types of its kind; its values are arbitrary.
 */
export function operationProblems<Op extends Operation>(
  kind: OperationKind<Model, Op>,
  model: Model,
  operation: Op,
  newId: () => string,
): Problem[] {
  const read = z.safeParse(kind.schema, operation)
  const found = read.success ? [] : problemsOf(read.error)
  const checked = withCascade(kind, modelDescriptors).check(
    model,
    kind.complete(read.success ? read.data : operation, newId),
    'maker',
  )
  const seen = new Set<string>()
  return [...found, ...checked].filter(({ target = '' }) => !seen.has(target) && seen.add(target))
}
