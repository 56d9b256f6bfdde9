/** Features that can be switched off in an environment (product ruling 2.14); all are on by default. */
export const featureKeys = [
  'files',
  'history',
  'trash',
  'import',
  'export',
  'bulk',
  'search',
  'personalviews',
  'recordsharing',
  'apikeys',
] as const
export type FeatureKey = (typeof featureKeys)[number]

/** Features that can also be switched off for a single entity. */
export const entityFeatureKeys = ['files', 'history', 'trash', 'import', 'export', 'bulk', 'personalviews'] as const

/** Scope of a switch: the environment, or one entity. */
export type FeaturePlace = { readonly key: FeatureKey; readonly entity_id: string | null }

/** A switch that was set at least once. */
export type Feature = FeaturePlace & {
  readonly on: boolean
  /** Number of times the switch was set; 0 for a switch that was never set. */
  readonly version: number
  readonly change_id: string
}

/** The key of a switch in the model. */
export function featureKey({ key, entity_id: entityId }: FeaturePlace): string {
  return entityId === null ? key : `${key}:${entityId}`
}

/** Whether entities have switches of their own for the feature. */
export function isOfEntities(key: FeatureKey): boolean {
  return (entityFeatureKeys as readonly string[]).includes(key)
}

type Switched = { readonly features: ReadonlyMap<string, Feature> }

/** Whether a feature is on, in the environment and in the given entity, if any. */
export function isFeatureOn({ features }: Switched, key: FeatureKey, entityId: string | null = null): boolean {
  if (features.size === 0) return true
  if (features.get(key)?.on === false) return false
  return entityId === null || features.get(featureKey({ key, entity_id: entityId }))?.on !== false
}

/** Switches by key. */
export function featuresByPlace(features: Iterable<Feature>): ReadonlyMap<string, Feature> {
  return new Map([...features].map((feature) => [featureKey(feature), feature]))
}
