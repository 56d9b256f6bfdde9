import { cascadingKinds, type DefinitionConcept } from '#changes/cascade.ts'
import { anyKind, type OperationKind } from '#changes/operation.ts'
import { modelDescriptors } from '#entities/descriptors/modelDescriptors.ts'
import type { Model } from '#entities/model.ts'
import { createAttribute } from '#entities/operations/createAttribute.ts'
import { createEntity } from '#entities/operations/createEntity.ts'
import { deleteAttribute } from '#entities/operations/deleteAttribute.ts'
import { createRelationship } from '#entities/operations/createRelationship.ts'
import { deleteEntity } from '#entities/operations/deleteEntity.ts'
import { deleteRelationship } from '#entities/operations/deleteRelationship.ts'
import { createVariable } from '#entities/operations/createVariable.ts'
import { deleteVariable } from '#entities/operations/deleteVariable.ts'
import { restoreAttribute } from '#entities/operations/restoreAttribute.ts'
import { restoreEntity } from '#entities/operations/restoreEntity.ts'
import { restoreRelationship } from '#entities/operations/restoreRelationship.ts'
import { setFeature } from '#entities/operations/setFeature.ts'
import { updateAttribute } from '#entities/operations/updateAttribute.ts'
import { updateEntity } from '#entities/operations/updateEntity.ts'
import { updateRelationship } from '#entities/operations/updateRelationship.ts'
import { updateVariable } from '#entities/operations/updateVariable.ts'

/**
 * The operation kinds of entities, attributes, relationships, variables and feature switches. A new kind is one file
 * and one entry here.
 */
const operations: readonly OperationKind<Model>[] = [
  anyKind(createEntity),
  anyKind(updateEntity),
  anyKind(deleteEntity),
  anyKind(restoreEntity),
  anyKind(createAttribute),
  anyKind(updateAttribute),
  anyKind(deleteAttribute),
  anyKind(restoreAttribute),
  anyKind(createRelationship),
  anyKind(updateRelationship),
  anyKind(deleteRelationship),
  anyKind(restoreRelationship),
  anyKind(createVariable),
  anyKind(updateVariable),
  anyKind(deleteVariable),
  anyKind(setFeature),
]

/** The concept of entities, with all definitions of the model itself. */
export const entityConcept: DefinitionConcept<Model> = { operations, descriptors: modelDescriptors }

/** The operation kinds of the concept alone, for a model without higher concepts. */
export const entityOperations = cascadingKinds([entityConcept])
