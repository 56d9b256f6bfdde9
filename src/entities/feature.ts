/** What can be switched off in an environment (product ruling 2.14); everything is on until somebody says otherwise. */
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

/** What can be switched off in a single table, too. */
export const entityFeatureKeys = ['files', 'history', 'trash', 'import', 'export', 'bulk', 'personalviews'] as const

/** Where a feature is switched: in the environment, or in one entity. */
export type FeaturePlace = { readonly key: FeatureKey; readonly entity_id: string | null }

/** A switch that was moved at least once. */
export type Feature = FeaturePlace & {
  readonly on: boolean
  /** Counts the times it was moved; 0 for a switch that never was. */
  readonly version: number
  readonly change_id: string
}

/** The name of a switch, by which the model finds it. */
export function featureKey({ key, entity_id: entityId }: FeaturePlace): string {
  return entityId === null ? key : `${key}:${entityId}`
}

/** Whether a table can have a switch of its own for this. */
export function isOfEntities(key: FeatureKey): boolean {
  return (entityFeatureKeys as readonly string[]).includes(key)
}

type Switched = { readonly features: ReadonlyMap<string, Feature> }

/** Whether a feature is on, in the environment and in the entity that is meant, if one is. */
export function isFeatureOn({ features }: Switched, key: FeatureKey, entityId: string | null = null): boolean {
  if (features.size === 0) return true
  if (features.get(key)?.on === false) return false
  return entityId === null || features.get(featureKey({ key, entity_id: entityId }))?.on !== false
}

/** Switches by their places. */
export function featuresByPlace(features: Iterable<Feature>): ReadonlyMap<string, Feature> {
  return new Map([...features].map((feature) => [featureKey(feature), feature]))
}
