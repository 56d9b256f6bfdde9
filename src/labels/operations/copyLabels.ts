import * as z from 'zod/mini'
import type { Operation, OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { baseTextsOf, nameOfText } from '#labels/baseText.ts'
import { nameOfPlace, type Label } from '#labels/label.ts'
import { labelsOf, putLabels } from '#labels/model.ts'
import { settingLabels } from '#labels/operations/setLabels.ts'
import { viewsIn } from '#views/model.ts'

const uuid = z.uuid('request.idInvalid')
const schema = z.strictObject({
  kind: z.literal('label.copy'),
  from: uuid,
  to: uuid,
  /** The attributes of the one with those of the other. */
  ids: z.record(uuid, uuid),
})
export type CopyLabels = z.output<typeof schema>

/** Gives the copy of a table the labels of its source, wherever both say the same in the base text. */
export const copyLabels: OperationKind<Model, CopyLabels> = {
  kind: 'label.copy',
  activity: 'alter-entities',
  schema,
  complete: (operation) => operation,
  check: (model, operation) =>
    (['from', 'to'] as const)
      .filter((target) => !model.entities.has(operation[target]))
      .map((target) => ({ code: 'definition.unknown', target })),
  apply(model, operation, changeId) {
    const copied = copiesOf(model, operation, changeId)
    return copied.length === 0 ? model : putLabels(model, copied)
  },
  invert(before, operation) {
    const was = labelsOf(before, operation.to)
    const copied = copiesOf(before, operation, '')
    const back = copied.map((label) => ({ ...label, text: was.get(nameOfPlace(label))?.text ?? null }))
    return settingLabels(operation.to, back)
  },
  footprint(before, operation) {
    const copied = copiesOf(before, operation, '')
    return {
      writes: copied.map(({ definition_id: id, property, locale }) => `${id}.text ${locale} ${property}`),
      needs: [operation.from, operation.to],
    }
  },
  impact: () => [],
  // The history mentions the copy itself, not its labels.
  sentence: () => null,
}

/** The operation that lets labels follow into the copy of a table. */
export function copyingLabels(from: string, ids: ReadonlyMap<string, string>): readonly Operation[] {
  return [{ kind: 'label.copy', from, to: ids.get(from) ?? from, ids: Object.fromEntries(ids) }]
}

function copiesOf(model: Model, { from, to, ids }: CopyLabels, changeId: string): Label[] {
  const [source, copy] = [model.entities.get(from), model.entities.get(to)]
  if (!source || !copy) return []
  const views = viewsIn(model)
  const said = new Map(baseTextsOf(source, views).map((base) => [nameOfText(base), base.text]))
  // Texts of the system cannot be changed.
  const own = baseTextsOf(copy, views).filter(({ managed }) => !managed)
  const has = new Map(own.map((base) => [nameOfText(base), base.text]))
  return [...labelsOf(model, from).values()].flatMap((label) => {
    const id = label.definition_id === from ? to : ids[label.definition_id]
    if (id === undefined) return []
    const next = { ...label, definition_id: id, entity_id: to, change_id: changeId }
    const isSame = has.get(nameOfText(next)) === said.get(nameOfText(label))
    return has.has(nameOfText(next)) && isSame ? [next] : []
  })
}
