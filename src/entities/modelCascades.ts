import { withCascade } from '#changes/cascade.ts'
import type { Operation, OperationKind } from '#changes/operation.ts'
import { expressionCascade } from '#entities/expressionCascade.ts'
import type { Model } from '#entities/model.ts'
import { namingCascade } from '#entities/namingCascade.ts'

/** The operation with what follows it within the model: expressions first, then the naming of records. */
export function withModelCascades<Op extends Operation>(kind: OperationKind<Model, Op>): OperationKind<Model, Op> {
  return withCascade(withCascade(kind, expressionCascade), namingCascade)
}
