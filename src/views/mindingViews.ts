import type { Attribute } from '#attributes/attribute.ts'
import { appliedOnce, type Impact, type Operation, type OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { contentDifference, withoutFields, withoutUnfit } from '#views/clean.ts'
import { defaultViewOf } from '#views/defaultView.ts'
import { viewById, viewsIn, withViews } from '#views/model.ts'
import { relatedViewProblems, relatedViewsNamed } from '#views/relatedView.ts'
import type { View } from '#views/view.ts'

/**
 * An operation on definitions below views that minds them: a new entity gets its default view, the views of an entity go
 * with it, and views do without an attribute that goes, or that fits no longer where they name it. The way back brings all of it again. An attribute that names a view
 * names one of its related entity.
 */
export function mindingViews<Op extends Operation>(kind: OperationKind<Model, Op>): OperationKind<Model, Op> {
  const { apply } = appliedOnce<Model, Op>({
    ...kind,
    apply(model, operation, changeId) {
      const after = kind.apply(model, operation, changeId)
      return after.entities === model.entities ? after : withMindedViews(model, after, operation.kind, changeId)
    },
  })
  return {
    ...kind,
    check(model, operation, author) {
      const problems = kind.check(model, operation, author)
      // What is restored comes back as it was; a view that is gone by then lists every record.
      if (problems.length > 0 || operation.kind.endsWith('.restore')) return problems
      return relatedViewProblems(model, kind.apply(model, operation, ''))
    },
    apply,
    invert(before, operation) {
      const { gone, changed } = outcome(before, apply(before, operation, ''))
      return [
        ...kind.invert(before, operation),
        ...gone.map((definition) => ({ kind: 'view.restore', id: definition.id, definition })),
        ...mendOf(before, operation, changed),
      ]
    },
    footprint(before, operation) {
      const footprint = kind.footprint(before, operation)
      const after = apply(before, operation, '')
      const { gone } = outcome(before, after)
      return {
        writes: [...footprint.writes, ...gone.map(({ id }) => id)],
        needs: [...footprint.needs, ...relatedViewsNamed(before, after)],
      }
    },
    impact(before, operation) {
      return [...kind.impact(before, operation), ...impactOf(before, apply(before, operation, ''), operation)]
    },
  }
}

function withMindedViews(before: Model, after: Model, kind: string, changeId: string): Model {
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
