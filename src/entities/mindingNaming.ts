import type { Operation, OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { namingOf, namingProblems } from '#entities/naming.ts'
import type { Problem } from '#faults/fault.ts'

/** An operation that minds names: an attribute that names records stays, and goes on being fit for it. */
export function mindingNaming<Op extends Operation>(kind: OperationKind<Model, Op>): OperationKind<Model, Op> {
  return {
    ...kind,
    check(model, operation, author) {
      const found = kind.check(model, operation, author)
      return found.length > 0 ? found : problemsAfter(model, kind.apply(model, operation, ''))
    },
  }
}

function problemsAfter(before: Model, after: Model): Problem[] {
  if (before.entities === after.entities) return []
  return [...after.entities.values()].flatMap((entity): Problem[] => {
    const problems = namingProblems(after, entity)
    const former = before.entities.get(entity.id)
    if (problems.length === 0 || former?.naming !== entity.naming) return problems
    const name = namingOf(former)?.name ?? ''
    return [{ code: 'naming.inUse', parameters: { entity: entity.name, name } }]
  })
}
