import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Attribute } from '#attributes/attribute.ts'
import { definitionsKey } from '#changes/web/definitionsKey.ts'
import type { RelationshipPatch } from '#entities/relationship.ts'
import type { RelationshipRecord } from '#entities/wire.ts'
import { api } from '#platform/web/http.ts'

type NewInverse = {
  readonly entityId: string
  readonly name: string
  readonly uri: string
  readonly type: '1:N' | 'N:N'
  readonly relationship_id: string
  readonly related_entity: string
}

/** Says anew what a relationship does, on the version that was seen. */
export function useUpdateRelationship(environmentId: string) {
  return useRelationshipCall(environmentId, ({ id, ...patch }: RelationshipPatch & { id: string; version: number }) =>
    api.patch<RelationshipRecord>(`/metadata/relationship/v1/${environmentId}/${id}`, patch),
  )
}

/** Names the other end of a relationship, as an attribute of the other entity. */
export function useNameInverse(environmentId: string) {
  return useRelationshipCall(environmentId, ({ entityId, ...draft }: NewInverse) =>
    api.post<Attribute>(`/metadata/attribute/v1/${environmentId}/${entityId}`, draft),
  )
}

/** Takes the other end's name away; the relationship stays. */
export function useForgetInverse(environmentId: string) {
  return useRelationshipCall(environmentId, ({ entity_id, id }: Attribute) =>
    api.remove<{ readonly change_id: string }>(`/metadata/attribute/v1/${environmentId}/${entity_id}/${id}`),
  )
}

function useRelationshipCall<Input, Output>(environmentId: string, call: (input: Input) => Promise<Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    onSettled: () => client.invalidateQueries({ queryKey: definitionsKey(environmentId) }),
  })
}
