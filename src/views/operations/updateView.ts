import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import { changedBack } from '#entities/edit.ts'
import type { Model } from '#entities/model.ts'
import { touchProblems } from '#entities/rules.ts'
import { formerDefault, putDefaultView, viewById } from '#views/model.ts'
import { patchProblems, problemsWithin } from '#views/rules.ts'
import { fieldsNamed } from '#views/fieldsNamed.ts'
import type { View } from '#views/view.ts'
import { viewPatchSchema, type ViewPatch } from '#views/viewSchema.ts'

const schema = z.strictObject({
  kind: z.literal('view.update'),
  id: z.uuid('request.idInvalid'),
  /** The version that the change was made on; without it the last word wins. */
  version: z.optional(z.int()),
  view: viewPatchSchema,
})
export type UpdateView = z.output<typeof schema>

/** Says anew what a shared view is. Made the default, it takes the place of the former one. */
export const updateView: OperationKind<Model, UpdateView> = {
  kind: 'view.update',
  activity: 'manage-views',
  schema,
  complete: (operation) => operation,
  check(model, operation, author) {
    const view = sharedView(model, operation.id)
    const entity = model.entities.get(view?.entity_id ?? '')
    if (!view || !entity) return [{ code: 'definition.unknown', target: 'id' }]
    const untouchable = touchProblems(view, operation.version, author, 'update')
    if (untouchable.length > 0) return untouchable
    // An undo brings back what was; what it names and is gone by now is left out when it is read.
    return author === 'undo' ? [] : problemsWithin('view', patchProblems(view, operation.view, entity))
  },
  apply(model, operation, changeId) {
    const view = sharedView(model, operation.id)
    return view ? putDefaultView(model, patched(view, operation.view, changeId)) : model
  },
  invert(before, { id, view: patch }) {
    const view = sharedView(before, id)
    if (!view) return []
    const { default: isDefault, ...back } = changedBack(view, patched(view, patch, ''), ['version', 'change_id'])
    const former = isDefault === false ? formerDefault(before, view) : undefined
    return [
      ...(former ? [{ kind: 'view.update', id: former.id, view: { default: true } }] : []),
      { kind: 'view.update', id, view: back },
    ]
  },
  footprint(before, { id, view: patch }) {
    const view = sharedView(before, id)
    const former = view && patch.default && !view.default ? formerDefault(before, view) : undefined
    const names = Object.entries(patch).flatMap(([name, value]) => (value === undefined ? [] : [`${id}.${name}`]))
    const known: ReadonlySet<string> = view ? fieldsNamed(view) : new Set()
    const added = view ? [...fieldsNamed(patched(view, patch, ''))].filter((each) => !known.has(each)) : []
    return {
      writes: [...names, ...(former ? [`${former.id}.default`] : [])],
      needs: [id, ...added.filter((each) => each.length === 36)],
    }
  },
  impact: () => [],
  sentence(before, { id, view: patch }) {
    const view = viewById(before, id)
    const entity = before.entities.get(view?.entity_id ?? '')
    return {
      key: 'changes.sentence.viewUpdate',
      values: { name: patch.name ?? view?.name ?? '', entity: entity?.name ?? '' },
    }
  },
}

/** A view after a change. */
export function patched(view: View, patch: ViewPatch, changeId: string): View {
  const said = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined))
  return { ...view, ...said, version: view.version + 1, change_id: changeId }
}

/** A view that change sets may speak of; personal ones are changed by their owners alone. */
export function sharedView(model: Model, id: string): View | undefined {
  const view = viewById(model, id)
  return view?.personal === false ? view : undefined
}
