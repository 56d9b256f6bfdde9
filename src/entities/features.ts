import { fault } from '#faults/fault.ts'
import { isFeatureOn, featureKey, type Feature, type FeatureKey, type FeaturePlace } from '#entities/feature.ts'
import { modelOf, type Model } from '#entities/model.ts'

/** The switch at a place; one that was never moved is on. */
export function featureAt({ features }: Model, place: FeaturePlace): Feature {
  return features.get(featureKey(place)) ?? { ...place, on: true, version: 0, change_id: '' }
}

/** Refuses what a switched-off feature would do, and names the feature. */
export function requireFeature(model: Model, key: FeatureKey, entityId: string | null = null): void {
  if (!isFeatureOn(model, key, entityId)) throw fault('feature.off', { feature: key })
}

/** What is off, for screens that do not show it then. */
export function featuresOff({ features }: Model): FeaturePlace[] {
  return [...features.values()].filter(({ on }) => !on).map(({ key, entity_id }) => ({ key, entity_id }))
}

/** The model with a switch moved. */
export function putFeature(model: Model, feature: Feature): Model {
  const features = new Map(model.features).set(featureKey(feature), feature)
  const { entities, dropped, ...rest } = model
  return modelOf({ ...rest, entities: entities.values(), dropped: dropped.values(), features })
}
