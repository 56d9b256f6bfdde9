import type { Attribute } from '#attributes/attribute.ts'
import {
  compareById,
  noDifference,
  type CascadeDescriptor,
  type Followed,
  type Reference,
} from '#changes/definition.ts'
import type { Operation } from '#changes/operation.ts'
import { isRestoring } from '#changes/stepValidation.ts'
import { differingAttributes } from '#entities/descriptors/attributeDescriptor.ts'
import type { Model } from '#entities/model.ts'
import { memoize, memoizePair } from '#platform/memoize.ts'
import { contentDifference, withoutFields, withoutUnfit } from '#views/clean.ts'
import { defaultViewOf } from '#views/defaultView.ts'
import { viewById, viewsIn, withViews } from '#views/model.ts'
import { relatedViewOf } from '#views/relatedView.ts'
import { fieldsNamed } from '#views/fieldsNamed.ts'
import type { View } from '#views/view.ts'

/**
 * Views: a new entity gets its default one, the views of an entity go with it, and views do without an attribute that is
 * deleted or that no longer fits where they name it. The way back brings all of it again.
 */
export const viewDescriptor: CascadeDescriptor<Model, View> = {
  kind: 'view',
  of: viewsIn,
  find: viewById,
  idOf: ({ id }) => id,
  nameOf: (_model, { name }) => name,
  references: (_model, view) => referencesOf(view),
  difference: (before, after) => differingViews(viewsIn(before), viewsIn(after)),
  accepts: (model, { id, within = null }) =>
    relatedViewOf(model, { related_view: id, related_entity: within }) !== undefined,
  following: {
    without({ before, after, changeId }, view, { gone }) {
      const entity = after.entities.get(view.entity_id)
      if (!entity) return null
      const known = gone.size === 0 ? view : withoutFields(view, gone)
      const others = attributesInOtherUse(before, after)
      const next = others.size === 0 ? known : withoutUnfit(known, entity, others)
      return next === view ? view : { ...next, version: view.version + 1, change_id: changeId }
    },
    // What is restored brings its own views back.
    accompany: ({ before, after, operation, changeId }) =>
      before.entities === after.entities || isRestoring(operation)
        ? []
        : [...after.entities.values()]
            .filter(({ id }) => !before.entities.has(id))
            .map((entity) => defaultViewOf(entity, changeId)),
    write: withViews,
    restore: ({ before }, { gone, changed }, subject) => [
      ...gone.map((definition) => ({ kind: 'view.restore', id: definition.id, definition })),
      ...mendingOf(before, changed, subject),
    ],
    writes: ({ id }) => [id],
    impact: {
      changed: 'changes.impact.views',
      gone: 'changes.impact.viewsGone',
      // A personal view is nobody else's business.
      visible: (views) => views.filter(({ personal }) => !personal),
      values: (_before, views, name) => ({ name, views: views.map((view) => view.name).join(', ') }),
    },
  },
  place: (_model, { id, name, entity_id }) => ({ name, entityId: entity_id, path: `/entity/${entity_id}?view=${id}` }),
}

const referencesOf = memoize((view: View): readonly Reference[] => [
  { kind: 'entity', id: view.entity_id, use: 'table', bond: 'part' },
  // Common record fields are named by their uris: they are always there.
  ...[...fieldsNamed(view)].flatMap((id): Reference[] =>
    id.length === 36 ? [{ kind: 'attribute', id, use: 'view', bond: 'release' }] : [],
  ),
  ...view.visible_to.map((id): Reference => ({ kind: 'role', id, use: 'audience', bond: 'weak' })),
])

const viewsById = memoize((views: readonly View[]) => new Map(views.map((view) => [view.id, view])))
const differingViews = memoizePair((before: readonly View[], after: readonly View[]) =>
  before === after ? noDifference : compareById(viewsById(before), viewsById(after)),
)

/** Attributes whose values are others now, or may be asked for no longer. */
const attributesInOtherUse = memoizePair((before: Model, after: Model): ReadonlySet<string> => {
  const { changed } = differingAttributes(before, after)
  return new Set(changed.filter((each) => useOf(each.before) !== useOf(each.after)).map((each) => each.after.id))
})

function useOf({ type, result, queryable, options }: Attribute): string {
  return JSON.stringify([type, result, queryable, options.map(({ value }) => value)])
}

function mendingOf(before: Model, changed: Followed<View>['changed'], name: string): Operation[] {
  const [first] = changed
  if (!first) return []
  const entity = before.entities.get(first.before.entity_id)?.name ?? ''
  const views = changed.map((each) => ({ id: each.before.id, ...contentDifference(each.before, each.after) }))
  return [{ kind: 'view.mend', name, entity, views }]
}
