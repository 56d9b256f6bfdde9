import { useEffect, useState } from 'react'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Attribute, AttributeDraft, AttributePatch } from '#attributes/attribute.ts'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import type { EntityDefinition, EntityDraft, EntityPatch } from '#entities/entity.ts'
import { modelOf, withAttributes, type Model } from '#entities/model.ts'
import type { EntityRecord, Metadata } from '#entities/wire.ts'
import { featuresByPlace } from '#entities/feature.ts'
import { variablesByKey } from '#entities/variables.ts'
import { api } from '#platform/web/http.ts'

const entityAddress = (envid: string) => `/metadata/entity/v1/${envid}`
const attributeAddress = (envid: string, entityId: string) => `/metadata/attribute/v1/${envid}/${entityId}`

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

export type NewEntity = EntityDraft & {
  readonly id?: string
  readonly attributes?: readonly AttributeDraft[]
  /** Another entity whose attributes it gets. */
  readonly copy_of?: string
}
/** A patch with the version it was made on; a stale one is refused with `definition.stale`. */
export type Versioned<Patch> = Patch & { readonly id: string; readonly version: number }

export function useCreateEntity(envid: string) {
  return useDefinitionCall(envid, (draft: NewEntity) => api.post<EntityRecord>(entityAddress(envid), draft))
}

export function useUpdateEntity(envid: string) {
  return useDefinitionCall(envid, (patch: Versioned<EntityPatch>) =>
    api.patch<EntityRecord>(`${entityAddress(envid)}/${patch.id}`, patch),
  )
}

export function useDeleteEntity(envid: string) {
  return useDefinitionCall(envid, (entityId: string) => api.remove<Removed>(`${entityAddress(envid)}/${entityId}`))
}

export function useCreateAttribute(envid: string, entityId: string) {
  return useDefinitionCall(envid, (draft: AttributeDraft) =>
    api.post<Attribute>(attributeAddress(envid, entityId), draft),
  )
}

/** Several attributes in one change set: new ones, and patches of those whose id exists. */
export function useSaveAttributes(envid: string, entityId: string) {
  return useDefinitionCall(envid, (value: readonly (AttributeDraft | Versioned<AttributePatch>)[]) =>
    api.post<{ readonly value: readonly Attribute[]; readonly change_id: string }>(
      `${attributeAddress(envid, entityId)}/batch`,
      { value },
    ),
  )
}

export function useUpdateAttribute(envid: string, entityId: string) {
  return useDefinitionCall(envid, (patch: Versioned<AttributePatch>) =>
    api.patch<Attribute>(`${attributeAddress(envid, entityId)}/${patch.id}`, patch),
  )
}

export function useDeleteAttribute(envid: string, entityId: string) {
  return useDefinitionCall(envid, (attributeId: string) =>
    api.remove<Removed>(`${attributeAddress(envid, entityId)}/${attributeId}`),
  )
}

/** A removal names its change set, so that one click can undo it. */
export type Removed = { readonly change_id: string }

function useDefinitionCall<Input, Output>(envid: string, call: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSuccess: () => client.invalidateQueries({ queryKey: definitionsKey(envid) }),
  })
}
