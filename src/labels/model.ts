import type { Model } from '#entities/model.ts'
import { nameOfPlace, type Label } from '#labels/label.ts'
import { memoize } from '#platform/memoize.ts'

/** The name under which a model carries its labels. */
export const labelsName = 'labels'

const none: readonly Label[] = []

/** The texts of an environment's definitions in other languages. */
export function labelsIn(model: Model): readonly Label[] {
  return (model.beside[labelsName] ?? none) as readonly Label[]
}

const groupByEntity = memoize((labels: readonly Label[]) => Map.groupBy(labels, ({ entity_id }) => entity_id))

/** The labels of all tables, by the ids of these. */
export function labelsByEntity(model: Model): ReadonlyMap<string, readonly Label[]> {
  return groupByEntity(labelsIn(model))
}

/** The labels of a table, by key. */
export function labelsOf(model: Model, entityId: string): ReadonlyMap<string, Label> {
  return new Map((labelsByEntity(model).get(entityId) ?? []).map((label) => [nameOfPlace(label), label]))
}

/** The model with other labels; the definitions below them stay. */
export function withLabels(model: Model, labels: readonly Label[]): Model {
  return { ...model, beside: { ...model.beside, [labelsName]: labels } }
}

/** The model with labels put in or replaced. */
export function putLabels(model: Model, labels: readonly Label[]): Model {
  const all = new Map(labelsIn(model).map((label) => [nameOfPlace(label), label]))
  for (const label of labels) all.set(nameOfPlace(label), label)
  return withLabels(model, [...all.values()])
}

/** The model without the labels of some keys. */
export function dropLabels(model: Model, places: ReadonlySet<string>): Model {
  return withLabels(
    model,
    labelsIn(model).filter((label) => !places.has(nameOfPlace(label))),
  )
}
