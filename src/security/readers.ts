import { usesOf, type Use } from '#entities/expressionUse.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { viewsIn } from '#views/model.ts'
import { fieldsNamed, type View } from '#views/view.ts'

/** Where else an attribute is read: what a rule that hides it does not hide with it. */
export type Readers = {
  /** Attributes whose formula, rollup or rule reads it: they keep their value (decision 18). */
  readonly uses: readonly Use[]
  /** Shared views that show it or go by it. */
  readonly views: readonly View[]
}

/** What reads an attribute beside its own field. Personal views are nobody else's business. */
export function readersOf(model: Model, attributeId: string): Readers {
  const entityId = attributeById(model, attributeId)?.entity.id
  return {
    uses: usesOf(model, attributeId),
    views: viewsIn(model).filter(
      (view) => view.entity_id === entityId && !view.personal && fieldsNamed(view).has(attributeId),
    ),
  }
}
