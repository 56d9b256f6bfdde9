import type { Attribute } from '#attributes/attribute.ts'
import type { Model } from '#entities/model.ts'
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
