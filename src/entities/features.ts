import { fault } from '#faults/fault.ts'
import { isFeatureOn, featureKey, type Feature, type FeatureKey, type FeaturePlace } from '#entities/feature.ts'
import { modelOf, type Model } from '#entities/model.ts'

/** The switch at a place; switches that were never set are on. */
export function featureAt({ features }: Model, place: FeaturePlace): Feature {
  return features.get(featureKey(place)) ?? { ...place, on: true, version: 0, change_id: '' }
}

/** Fault `feature.off` where a feature is off. */
export function requireFeature(model: Model, key: FeatureKey, entityId: string | null = null): void {
  if (!isFeatureOn(model, key, entityId)) throw fault('feature.off', { feature: key })
}

/** The features that are off, for hiding their parts of screens. */
export function featuresOff({ features }: Model): FeaturePlace[] {
  return [...features.values()].filter(({ on }) => !on).map(({ key, entity_id }) => ({ key, entity_id }))
}

/** The model with a switch set. */
export function putFeature(model: Model, feature: Feature): Model {
  const features = new Map(model.features).set(featureKey(feature), feature)
  const { entities, dropped, ...rest } = model
  return modelOf({ ...rest, entities: entities.values(), dropped: dropped.values(), features })
}
