import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { closedProblems, managedProblems } from '#entities/rules.ts'
import { viewOf } from '#views/defaultView.ts'
import { formerDefault, putDefaultView, viewById } from '#views/model.ts'
import { contentProblems, limitProblems, problemsWithin } from '#views/rules.ts'
import { fieldsNamed } from '#views/fieldsNamed.ts'
import type { View } from '#views/view.ts'
import { viewDraftSchema } from '#views/viewSchema.ts'

const schema = z.strictObject({
  kind: z.literal('view.create'),
  entity_id: z.uuid('request.idInvalid'),
  id: z.optional(z.uuid('request.idInvalid')),
  view: viewDraftSchema,
})
export type CreateView = z.output<typeof schema>

/** Adds a shared view to an entity. */
export const createView: OperationKind<Model, CreateView> = {
  kind: 'view.create',
  activity: 'manage-views',
  schema,
  complete: (operation, newId) => ({ ...operation, id: operation.id ?? newId() }),
  check(model, operation, author) {
    const entity = model.entities.get(operation.entity_id)
    if (!entity) return [{ code: 'definition.unknown', target: 'entity_id' }]
    if (viewById(model, operation.id ?? '')) return [{ code: 'validation.taken', target: 'id' }]
    const view = made(operation, '')
    return [
      ...managedProblems(view, author, 'create'),
      ...closedProblems(entity, author),
      ...limitProblems(model, entity.id, null),
      ...problemsWithin('view', contentProblems(view, entity)),
    ]
  },
  apply: (model, operation, changeId) => putDefaultView(model, made(operation, changeId)),
  invert(before, operation) {
    const view = made(operation, '')
    const former = view.default ? formerDefault(before, view) : undefined
    const back = former ? [{ kind: 'view.update', id: former.id, view: { default: true } }] : []
    return [...back, { kind: 'view.delete', id: view.id }]
  },
  footprint(before, operation) {
    const view = made(operation, '')
    const former = view.default ? formerDefault(before, view) : undefined
    return {
      writes: [view.id, ...(former ? [`${former.id}.default`] : [])],
      needs: [view.entity_id, ...[...fieldsNamed(view)].filter((id) => id.length === 36)],
    }
  },
  impact: () => [],
  sentence: (before, { entity_id, view }) => ({
    key: 'changes.sentence.viewCreate',
    values: { name: view.name, entity: before.entities.get(entity_id)?.name ?? '' },
  }),
}

function made({ view, id = '', entity_id }: CreateView, changeId: string): View {
  return viewOf(view, { id, entity_id, change_id: changeId, owner_id: null, personal: false })
}
