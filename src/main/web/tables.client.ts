import { useQuery } from '@tanstack/react-query'
import type { EntityDefinition } from '#entities/entity.ts'
import { entitiesOf, type Model } from '#entities/model.ts'
import { modelQuery } from '#entities/web/entities.client.ts'

/** The tables of a model by their collection names. */
export function tablesOf(model: Model): readonly EntityDefinition[] {
  return entitiesOf(model).toSorted((a, b) => a.collectionname.localeCompare(b.collectionname))
}

export function useTables(environmentId: string) {
  return useQuery({ ...modelQuery(environmentId), select: tablesOf })
}
