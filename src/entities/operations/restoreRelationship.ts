import * as z from 'zod/mini'
import type { OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { withRelationship as restored, type RelationshipEnd } from '#entities/relationshipEnds.ts'
import { attributeUriProblems, entityUriProblems } from '#entities/rules.ts'

const schema = z.strictObject({
  kind: z.literal('relationship.restore'),
  id: z.uuid('request.idInvalid'),
  // Written by the inverse of a deletion and read from the history, never from requests.
  held: z.custom<RelationshipEnd>((value) => value !== null && typeof value === 'object'),
})
export type RestoreRelationship = z.output<typeof schema>

/** Restores a deleted relationship with the values of its lookup, or its links. Only for undos. */
export const restoreRelationship: OperationKind<Model, RestoreRelationship> = {
  kind: 'relationship.restore',
  activity: 'alter-entities',
  schema,
  author: 'undo',
  complete: (operation) => operation,
  check(model, { held: { relationship, attributes, link } }) {
    const stored = link?.id ?? relationship.attribute_id
    if (!model.dropped.has(stored)) return [{ code: 'change.purged' }]
    const ends = attributes.flatMap((attribute) => {
      const entity = model.entities.get(attribute.entity_id)
      if (!entity) return [{ code: 'definition.unknown' } as const]
      return attributeUriProblems(attribute.uri, entity.attributes)
    })
    return [...ends, ...(link ? entityUriProblems(model, link.uri) : [])]
  },
  apply: (model, { held }, changeId) => restored(model, held, changeId),
  invert: (_before, { id }) => [{ kind: 'relationship.delete', id }],
  footprint: (_before, { id, held: { relationship, attributes, link } }) => ({
    writes: [id, ...attributes.map((attribute) => attribute.id), ...(link ? [link.id] : [])],
    needs: [relationship.from_entity, relationship.to_entity],
  }),
  impact: () => [],
  sentence: (_before, { held }) => ({
    key: 'changes.sentence.relationshipRestore',
    values: { name: held.relationship.name },
  }),
}
