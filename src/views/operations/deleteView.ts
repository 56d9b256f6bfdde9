import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { touchProblems } from '#entities/rules.ts'
import { dropView, viewById } from '#views/model.ts'
import { sharedView } from '#views/operations/updateView.ts'

const schema = z.strictObject({
  kind: z.literal('view.delete'),
  id: z.uuid('request.idInvalid'),
  version: z.optional(z.int()),
})
export type DeleteView = z.output<typeof schema>

/** Takes a shared view away. Refused for the default one, and while lookups offer their choices by it. */
export const deleteView: OperationKind<Model, DeleteView> = {
  kind: 'view.delete',
  activity: 'manage-views',
  schema,
  complete: (operation) => operation,
  check(model, { id, version }, author) {
    const view = sharedView(model, id)
    if (!view) return [{ code: 'definition.unknown', target: 'id' }]
    return [
      ...touchProblems(view, version, author, 'delete'),
      ...(view.default ? [{ code: 'view.defaultDelete' } as const] : []),
    ]
  },
  apply: (model, { id }) => dropView(model, id),
  invert(before, { id }) {
    const definition = viewById(before, id)
    return definition ? [{ kind: 'view.restore', id, definition }] : []
  },
  footprint: (before, { id }) => ({ writes: [id], needs: [viewById(before, id)?.entity_id ?? id] }),
  impact: () => [],
  sentence(before, { id }) {
    const view = viewById(before, id)
    const entity = before.entities.get(view?.entity_id ?? '')
    return { key: 'changes.sentence.viewDelete', values: { name: view?.name ?? '', entity: entity?.name ?? '' } }
  },
}
