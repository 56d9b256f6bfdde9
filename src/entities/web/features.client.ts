import { useQuery } from '@tanstack/react-query'
import { isFeatureOn, type FeatureKey } from '#entities/feature.ts'
import type { Model } from '#entities/model.ts'
import { modelQuery } from '#entities/web/entities.client.ts'

/** Whether a feature is on, in the environment and, where one is named, in the table; on until the definitions are there. */
export function useIsOn(envid: string, key: FeatureKey, entityId?: string): boolean {
  const { data } = useQuery({
    ...modelQuery(envid),
    select: (model: Model) => isFeatureOn(model, key, entityId ?? null),
  })
  return data ?? true
}
