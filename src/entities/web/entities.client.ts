import { useEffect, useState } from 'react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { modelOf, withAttributes, type Model } from '#entities/model.ts'
import type { Metadata } from '#entities/wire.ts'
import { featuresByPlace } from '#entities/feature.ts'
import { variablesByKey } from '#entities/variables.ts'
import { api } from '#platform/web/http.ts'

/** The environment's definitions as the same snapshot that the server works on. */
export function modelQuery(envid: string) {
  return queryOptions({
    queryKey: [...definitionsKey(envid), 'model'],
    queryFn: async ({ signal }): Promise<Model> => {
      const {
        version,
        entities,
        relationships = [],
        variables = [],
        features_off: off = [],
        ...beside
      } = await api.get<Metadata>(`/metadata/v1/${envid}`, { signal })
      const defined = entities.map(({ attributes, ...entity }) => withAttributes(entity, attributes))
      const byId = new Map(relationships.map(({ inverse_attribute: _inverse, ...each }) => [each.id, each]))
      return modelOf({
        version,
        accessVersion: 0,
        entities: defined,
        relationships: byId,
        variables: named(variables),
        features: featuresByPlace(off.map((place) => ({ ...place, on: false, version: 1, change_id: '' }))),
        beside,
      })
    },
    staleTime: 30_000,
  })
}

// Expressions are checked by the names and types of variables; their values stay on the server.
function named(names: Metadata['variables']): Model['variables'] {
  const unsaid = { value: null, description: null, version: 1, change_id: '' }
  return variablesByKey(names.map((name) => ({ ...unsaid, ...name })))
}

export function useModel(envid: string) {
  return useQuery(modelQuery(envid))
}

/**
 * One entity with its attributes and common fields; undefined data while loading, null when there is none of that id. An
 * id that the snapshot does not know is asked for anew before that is said: a job or someone else may just have made it.
 */
export function useEntity(envid: string, entityId: string) {
  const [asked, setAsked] = useState<string>()
  const query = useQuery({
    ...modelQuery(envid),
    select: (model: Model): EntityDefinition | null => model.entities.get(entityId) ?? null,
  })
  const { refetch } = query
  const isMissing = query.data === null && asked !== entityId
  useEffect(() => {
    if (isMissing) void refetch().finally(() => setAsked(entityId))
  }, [isMissing, refetch, entityId])
  return isMissing ? { ...query, data: undefined } : query
}
