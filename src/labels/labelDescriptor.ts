import { compareById, noDifference, type CascadeDescriptor, type Reference } from '#changes/definition.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { baseTextsOf, nameOfText } from '#labels/baseText.ts'
import { nameOfPlace, type Label } from '#labels/label.ts'
import { labelsIn, withLabels } from '#labels/model.ts'
import { settingLabels } from '#labels/operations/setLabels.ts'
import { memoize, memoizePair } from '#platform/memoize.ts'
import { viewsIn } from '#views/model.ts'
import type { View } from '#views/view.ts'

/** Labels: with a base text its translations go, and the way back brings them again. */
export const labelDescriptor: CascadeDescriptor<Model, Label> = {
  kind: 'label',
  of: labelsIn,
  find: (model, id) => labelsByPlace(labelsIn(model)).get(id),
  idOf: nameOfPlace,
  nameOf: (_model, { text }) => text,
  references: referencesOf,
  difference: (before, after) => {
    const [were, are] = [labelsIn(before), labelsIn(after)]
    return were === are ? noDifference : compareById(labelsByPlace(were), labelsByPlace(are))
  },
  following: {
    without({ after }, label) {
      const entity = after.entities.get(label.entity_id)
      return entity && textNames(entity, viewsIn(after)).has(nameOfText(label)) ? label : null
    },
    write: withLabels,
    restore: (_step, { gone }) =>
      [...Map.groupBy(gone, ({ entity_id }) => entity_id)].flatMap(([id, labels]) => settingLabels(id, labels)),
    // Who says a text anew while it is gone is not in the way of its undo.
    writes: () => [],
    impact: {
      gone: 'changes.impact.labels',
      visible: (labels) => labels,
      values: (before, [label]) => ({ name: before.entities.get(label?.entity_id ?? '')?.collectionname ?? '' }),
    },
  },
}

const labelsByPlace = memoize((labels: readonly Label[]) => new Map(labels.map((each) => [nameOfPlace(each), each])))

const textNames = memoizePair(
  (entity: EntityDefinition, views: readonly View[]): ReadonlySet<string> =>
    new Set(baseTextsOf(entity, views).map(nameOfText)),
)

const viewIds = memoize((views: readonly View[]): ReadonlySet<string> => new Set(views.map(({ id }) => id)))

function referencesOf(model: Model, { definition_id: id, entity_id }: Label): readonly Reference[] {
  const kind = id === entity_id ? 'entity' : viewIds(viewsIn(model)).has(id) ? 'view' : 'attribute'
  return [{ kind, id, use: 'text', bond: 'part' }]
}
