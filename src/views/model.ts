import type { Model } from '#entities/model.ts'
import type { View } from '#views/view.ts'

/** The name under which a model carries its views. */
export const viewsName = 'views'

/** The views of an environment's definitions. */
export function viewsIn(model: Model): readonly View[] {
  return (model.beside[viewsName] ?? []) as readonly View[]
}

export function viewById(model: Model, id: string): View | undefined {
  return viewsIn(model).find((view) => view.id === id)
}

/** The views of an entity: the default first, then by name. */
export function viewsOf(model: Model, entityId: string): readonly View[] {
  return viewsIn(model)
    .filter(({ entity_id }) => entity_id === entityId)
    .toSorted((a, b) => Number(b.default) - Number(a.default) || a.name.localeCompare(b.name))
}

/** The model with other views; the definitions below them stay. */
export function withViews(model: Model, views: readonly View[]): Model {
  return { ...model, beside: { ...model.beside, [viewsName]: views } }
}

/** The model with a view put in or replaced. */
export function putView(model: Model, view: View): Model {
  const others = viewsIn(model).filter(({ id }) => id !== view.id)
  return withViews(model, [...others, view])
}

export function dropView(model: Model, id: string): Model {
  return withViews(
    model,
    viewsIn(model).filter((view) => view.id !== id),
  )
}

/** The model with a view put in; when it is the default, the entity's former one no longer is. */
export function putDefaultView(model: Model, view: View): Model {
  const former = view.default ? formerDefault(model, view) : undefined
  const calm = former
    ? putView(model, { ...former, default: false, version: former.version + 1, change_id: view.change_id })
    : model
  return putView(calm, view)
}

/** The entity's default view, if it is another one. */
export function formerDefault(model: Model, view: Pick<View, 'id' | 'entity_id'>): View | undefined {
  return viewsIn(model).find((each) => each.default && each.entity_id === view.entity_id && each.id !== view.id)
}
