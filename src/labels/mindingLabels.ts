import { appliedOnce, type Operation, type OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { baseTextsOf, nameOfText } from '#labels/baseText.ts'
import { nameOfPlace, type Label } from '#labels/label.ts'
import { dropLabels, labelsByEntity, labelsIn } from '#labels/model.ts'
import { settingLabels } from '#labels/operations/setLabels.ts'
import { viewsIn } from '#views/model.ts'

/**
 * An operation on definitions that minds their labels: with a base text, its words in other languages go too. The way back
 * brings them again.
 */
export function mindingLabels<Op extends Operation>(kind: OperationKind<Model, Op>): OperationKind<Model, Op> {
  const { apply } = appliedOnce<Model, Op>({
    ...kind,
    apply(model, operation, changeId) {
      const after = kind.apply(model, operation, changeId)
      const lost = lostLabels(model, after)
      return lost.length === 0 ? after : dropLabels(after, new Set(lost.map(nameOfPlace)))
    },
  })
  const lostBy = (before: Model, operation: Op): readonly Label[] => {
    if (labelsIn(before).length === 0) return []
    return lostLabels(before, kind.apply(before, operation, ''))
  }
  return {
    ...kind,
    apply,
    invert(before, operation) {
      const lost = Map.groupBy(lostBy(before, operation), ({ entity_id }) => entity_id)
      return [
        ...kind.invert(before, operation),
        ...[...lost].flatMap(([entityId, labels]) => settingLabels(entityId, labels)),
      ]
    },
    impact(before, operation) {
      const lost = lostBy(before, operation)
      const impact = kind.impact(before, operation)
      if (lost.length === 0) return impact
      const name = before.entities.get(lost[0]?.entity_id ?? '')?.collectionname ?? ''
      return [...impact, { key: 'changes.impact.labels', values: { name }, count: lost.length }]
    },
  }
}

/** The labels whose base text is there no longer. */
function lostLabels(before: Model, after: Model): readonly Label[] {
  if (before === after || labelsIn(before).length === 0) return []
  const isSame = viewsIn(before) === viewsIn(after)
  return [...labelsByEntity(before)].flatMap(([entityId, own]) => {
    const entity = after.entities.get(entityId)
    if (isSame && entity === before.entities.get(entityId)) return []
    const texts = new Set(entity ? baseTextsOf(entity, viewsIn(after)).map(nameOfText) : [])
    return own.filter((label) => !texts.has(nameOfText(label)))
  })
}
