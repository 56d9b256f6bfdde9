import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { formerDefault, putView } from '#views/model.ts'
import { fieldsNamed } from '#views/fieldsNamed.ts'
import type { View } from '#views/view.ts'

const schema = z.strictObject({
  kind: z.literal('view.restore'),
  id: z.uuid('request.idInvalid'),
  // Written by the inverse of a deletion and read back from the history, never from outside.
  definition: z.custom<View>((value) => value !== null && typeof value === 'object'),
})
export type RestoreView = z.output<typeof schema>

/** Brings a deleted view back. Only an undo does this. */
export const restoreView: OperationKind<Model, RestoreView> = {
  kind: 'view.restore',
  activity: 'manage-views',
  schema,
  author: 'undo',
  complete: (operation) => operation,
  check: (model, { definition }) => (model.entities.has(definition.entity_id) ? [] : [{ code: 'definition.unknown' }]),
  apply(model, { definition }, changeId) {
    // Another one may have become the default in between; an entity has exactly one.
    const isDefault = definition.default && !formerDefault(model, definition)
    return putView(model, {
      ...definition,
      default: isDefault,
      version: definition.version + 1,
      change_id: changeId,
    })
  },
  // What went with its entity goes with it again.
  invert: (_before, { id, definition }) =>
    definition.default || definition.personal ? [] : [{ kind: 'view.delete', id }],
  footprint: (_before, { id, definition }) => ({
    writes: [id],
    needs: [definition.entity_id, ...[...fieldsNamed(definition)].filter((each) => each.length === 36)],
  }),
  impact: () => [],
  sentence: (before, { definition }) =>
    definition.personal
      ? null
      : {
          key: 'changes.sentence.viewRestore',
          values: { name: definition.name, entity: before.entities.get(definition.entity_id)?.name ?? '' },
        },
}
