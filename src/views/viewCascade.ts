import type { Attribute } from '#attributes/attribute.ts'
import type { Cascade } from '#changes/cascade.ts'
import type { Impact, Operation } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { contentDifference, withoutFields, withoutUnfit } from '#views/clean.ts'
import { defaultViewOf } from '#views/defaultView.ts'
import { viewById, viewsIn, withViews } from '#views/model.ts'
import { relatedViewProblems, relatedViewsNamed } from '#views/relatedView.ts'
import type { View } from '#views/view.ts'

/**
 * Views follow the definitions below them: a new entity gets its default view, the views of an entity go with it, and views
 * do without an attribute that is deleted or that no longer fits where they name it. The way back brings all of it again. An
 * attribute that names a view names one of its related entity.
 */
export const viewCascade: Cascade<Model> = {
  follow: ({ before, after, operation }, changeId) =>
    after.entities === before.entities ? after : withFollowingViews(before, after, operation.kind, changeId),
  // What is restored comes back as it was; a view that is gone by then lists every record.
  problems: ({ before, after, operation }) =>
    operation.kind.endsWith('.restore') ? [] : relatedViewProblems(before, after),
  inverse({ before, after, operation }, inverse) {
    const { gone, changed } = outcome(before, after)
    return [
      ...inverse,
      ...gone.map((definition) => ({ kind: 'view.restore', id: definition.id, definition })),
      ...mendOf(before, operation, changed),
    ]
  },
  footprint: ({ before, after }) => ({
    writes: outcome(before, after).gone.map(({ id }) => id),
    needs: relatedViewsNamed(before, after),
  }),
  impact: ({ before, after, operation }) => impactOf(before, after, operation),
}

function withFollowingViews(before: Model, after: Model, kind: string, changeId: string): Model {
  const gone = goneAttributes(before, after)
  const kept = viewsIn(after).filter(({ entity_id }) => after.entities.has(entity_id))
  const others = changedAttributes(before, after)
  const cleaned = kept.map((view) => {
    const known = gone.size === 0 ? view : withoutFields(view, gone)
    const entity = others.size === 0 ? undefined : after.entities.get(view.entity_id)
    const next = entity ? withoutUnfit(known, entity, others) : known
    return next === view ? view : { ...next, version: view.version + 1, change_id: changeId }
  })
  // What is restored brings its own views back.
  const made = kind.endsWith('.restore')
    ? []
    : [...after.entities.values()].filter(({ id }) => !before.entities.has(id))
  const begun = made.map((entity) => defaultViewOf(entity, changeId))
  const isSame =
    begun.length === 0 &&
    cleaned.length === viewsIn(after).length &&
    cleaned.every((view, at) => view === viewsIn(after)[at])
  return isSame ? after : withViews(after, [...cleaned, ...begun])
}

function goneAttributes(before: Model, after: Model): ReadonlySet<string> {
  const gone = new Set<string>()
  for (const entity of before.entities.values()) {
    const next = after.entities.get(entity.id)
    if (next === entity || !next) continue
    const kept = new Set(next.attributes.map(({ id }) => id))
    for (const { id } of entity.attributes) if (!kept.has(id)) gone.add(id)
  }
  return gone
}

/** Attributes whose values are others now, or may be asked for no longer. */
function changedAttributes(before: Model, after: Model): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const entity of after.entities.values()) {
    const former = before.entities.get(entity.id)
    if (!former || former === entity) continue
    const were = new Map(former.attributes.map((attribute) => [attribute.id, attribute]))
    for (const is of entity.attributes) {
      const was = were.get(is.id)
      if (was && was !== is && usesOf(was) !== usesOf(is)) changed.add(is.id)
    }
  }
  return changed
}

function usesOf({ type, result, queryable, options }: Attribute): string {
  return JSON.stringify([type, result, queryable, options.map(({ value }) => value)])
}

type Outcome = {
  /** Views that went with their entity. */
  readonly gone: readonly View[]
  readonly changed: readonly { readonly before: View; readonly after: View }[]
}

function outcome(before: Model, after: Model): Outcome {
  const gone: View[] = []
  const changed: { before: View; after: View }[] = []
  if (viewsIn(before) === viewsIn(after)) return { gone, changed }
  for (const view of viewsIn(before)) {
    const next = viewById(after, view.id)
    if (!next) gone.push(view)
    else if (next !== view) changed.push({ before: view, after: next })
  }
  return { gone, changed }
}

function mendOf(before: Model, operation: Operation, changed: Outcome['changed']): Operation[] {
  const [first] = changed
  if (!first) return []
  const entity = before.entities.get(first.before.entity_id)?.name ?? ''
  const views = changed.map((each) => ({ id: each.before.id, ...contentDifference(each.before, each.after) }))
  return [{ kind: 'view.mend', name: nameOf(before, operation), entity, views }]
}

/** Only shared views are named: a personal one is nobody else's business. */
function impactOf(before: Model, after: Model, operation: Operation): Impact[] {
  const { gone, changed } = outcome(before, after)
  const say = (key: Impact['key'], views: readonly View[]): Impact[] => {
    const shared = views.filter(({ personal }) => !personal)
    if (shared.length === 0) return []
    const names = shared.map(({ name }) => name).join(', ')
    return [{ key, values: { name: nameOf(before, operation), views: names }, count: shared.length }]
  }
  return [
    ...say(
      'changes.impact.views',
      changed.map((each) => each.before),
    ),
    ...say('changes.impact.viewsGone', gone),
  ]
}

/** What the operation is about, as people call it. */
function nameOf(model: Model, { id }: Operation): string {
  if (typeof id !== 'string') return ''
  const entity = model.entities.get(id) ?? model.relationships.get(id)
  if (entity) return entity.name
  const attributes = [...model.entities.values()].flatMap((each) => each.attributes)
  return attributes.find((attribute) => attribute.id === id)?.name ?? ''
}
