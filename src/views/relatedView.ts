import type { Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Problem } from '#faults/fault.ts'
import { viewById, viewsOf } from '#views/model.ts'
import type { View } from '#views/view.ts'

type Named = Pick<Attribute, 'related_entity' | 'related_view'>

/** The shared view of the related entity that an attribute names: personal ones come and go with their owners. */
export function relatedViewOf(model: Model, { related_entity, related_view }: Named): View | undefined {
  const view = related_view === null ? undefined : viewById(model, related_view)
  return view && !view.personal && view.entity_id === related_entity ? view : undefined
}

/** The views that an attribute may name. */
export function relatableViews(model: Model, { related_entity }: Named): readonly View[] {
  return viewsOf(model, related_entity ?? '').filter(({ personal }) => !personal)
}

/** Attributes of a changed model that name a view anew which is none of their related entity's. */
export function relatedViewProblems(before: Model, after: Model): Problem[] {
  return [...after.entities.values()].flatMap((entity) => {
    const former = before.entities.get(entity.id)
    if (former === entity) return []
    const known = new Map(former?.attributes.map((attribute) => [attribute.id, attribute]))
    return entity.attributes.flatMap((attribute, at): Problem[] => {
      const { id, related_view: name, related_entity } = attribute
      const was = known.get(id)
      if (name === null || (was?.related_view === name && was.related_entity === related_entity)) return []
      if (relatedViewOf(after, attribute)) return []
      const target = former ? 'related_view' : `attributes.${at}.related_view`
      return [{ code: 'validation.unknown', target, parameters: { name } }]
    })
  })
}

/** The views that attributes name anew: whoever takes one of these away stands in the way of an undo. */
export function relatedViewsNamed(before: Model, after: Model): readonly string[] {
  const changed = [...after.entities.values()].filter((entity) => before.entities.get(entity.id) !== entity)
  const named = viewsNamed(changed)
  if (named.size === 0) return []
  const known = viewsNamed(before.entities.values())
  return [...named].filter((id) => !known.has(id))
}

function viewsNamed(entities: Iterable<EntityDefinition>): ReadonlySet<string> {
  const named = new Set<string>()
  for (const { attributes } of entities) for (const { related_view: id } of attributes) if (id !== null) named.add(id)
  return named
}
