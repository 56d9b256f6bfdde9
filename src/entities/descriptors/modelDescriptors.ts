import { compareById, type CascadeDescriptor } from '#changes/definition.ts'
import { attributeDescriptor } from '#entities/descriptors/attributeDescriptor.ts'
import { relationshipPlace } from '#entities/descriptors/definitionPlaces.ts'
import { entityDescriptor } from '#entities/descriptors/entityDescriptor.ts'
import { expressionDescriptor } from '#entities/descriptors/expressionDescriptor.ts'
import { featureKey, type Feature } from '#entities/feature.ts'
import type { Model } from '#entities/model.ts'
import type { Relationship } from '#entities/relationship.ts'
import { variableById } from '#entities/variables.ts'
import type { Variable } from '#expressions/variable.ts'

export const relationshipDescriptor: CascadeDescriptor<Model, Relationship> = {
  kind: 'relationship',
  of: ({ relationships }) => relationships.values(),
  find: ({ relationships }, id) => relationships.get(id),
  idOf: ({ id }) => id,
  nameOf: (_model, { name }) => name,
  references: (_model, { attribute_id, from_entity, to_entity, link_entity }) => [
    { kind: 'attribute', id: attribute_id, use: 'relationship', bond: 'part' },
    { kind: 'entity', id: from_entity, use: 'table', bond: 'part' },
    // Decided by the lookup, or by the lookups of the link entity.
    { kind: 'entity', id: to_entity, use: 'target', bond: 'implied' },
    ...(link_entity === null ? [] : [{ kind: 'entity', id: link_entity, use: 'target', bond: 'implied' } as const]),
  ],
  difference: (before, after) => compareById(before.relationships, after.relationships),
  place: relationshipPlace,
}

/** Variables have no references; expressions that read a variable prevent its deletion. */
export const variableDescriptor: CascadeDescriptor<Model, Variable> = {
  kind: 'variable',
  of: ({ variables }) => variables.values(),
  find: variableById,
  idOf: ({ id }) => id,
  nameOf: (_model, { key }) => key,
  references: () => [],
  difference: (before, after) => compareById(before.variables, after.variables),
}

/** An entity's switch stays when the entity is deleted, and is in force again when the entity is restored. */
export const featureDescriptor: CascadeDescriptor<Model, Feature> = {
  kind: 'feature',
  of: ({ features }) => features.values(),
  find: ({ features }, id) => features.get(id),
  idOf: featureKey,
  nameOf: (_model, { key }) => key,
  references: (_model, { entity_id: id }) => (id === null ? [] : [{ kind: 'entity', id, use: 'table', bond: 'weak' }]),
  difference: (before, after) => compareById(before.features, after.features),
}

/** The definition kinds of the model itself, lowest first. */
export const modelDescriptors: readonly CascadeDescriptor<Model>[] = [
  expressionDescriptor,
  attributeDescriptor,
  entityDescriptor,
  relationshipDescriptor,
  variableDescriptor,
  featureDescriptor,
]
