import type { Cascade } from '#changes/cascade.ts'
import type { Model } from '#entities/model.ts'
import { namingOf, namingProblems } from '#entities/naming.ts'
import type { Problem } from '#faults/fault.ts'

/** The naming of records follows attributes: one that names records stays, and goes on being fit for it. */
export const namingCascade: Cascade<Model> = { problems: ({ before, after }) => problemsAfter(before, after) }

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
