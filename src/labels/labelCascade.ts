import type { Cascade } from '#changes/cascade.ts'
import type { Model } from '#entities/model.ts'
import { baseTextsOf, nameOfText } from '#labels/baseText.ts'
import { nameOfPlace, type Label } from '#labels/label.ts'
import { dropLabels, labelsByEntity, labelsIn } from '#labels/model.ts'
import { settingLabels } from '#labels/operations/setLabels.ts'
import { viewsIn } from '#views/model.ts'

/** Labels follow the texts that they translate: with a base text its translations go, and the way back brings them again. */
export const labelCascade: Cascade<Model> = {
  follow({ before, after }) {
    const lost = lostLabels(before, after)
    return lost.length === 0 ? after : dropLabels(after, new Set(lost.map(nameOfPlace)))
  },
  inverse({ before, after }, inverse) {
    const lost = Map.groupBy(lostLabels(before, after), ({ entity_id }) => entity_id)
    return [...inverse, ...[...lost].flatMap(([entityId, labels]) => settingLabels(entityId, labels))]
  },
  impact({ before, after }) {
    const lost = lostLabels(before, after)
    if (lost.length === 0) return []
    const name = before.entities.get(lost[0]?.entity_id ?? '')?.collectionname ?? ''
    return [{ key: 'changes.impact.labels', values: { name }, count: lost.length }]
  },
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
