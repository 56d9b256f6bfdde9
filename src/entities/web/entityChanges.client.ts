import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Attribute, AttributeDraft, AttributePatch } from '#attributes/attribute.ts'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import type { EntityDraft, EntityPatch } from '#entities/entity.ts'
import type { EntityRecord } from '#entities/wire.ts'
import { api } from '#platform/web/http.ts'

const entityAddress = (envid: string) => `/metadata/entity/v1/${envid}`
const attributeAddress = (envid: string, entityId: string) => `/metadata/attribute/v1/${envid}/${entityId}`

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
