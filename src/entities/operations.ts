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

/** What can be done to entities, attributes, relationships, variables and the switches of features. A new kind is one file and one entry here. */
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

/** Entities with all that the model itself holds, as a concept. */
export const entityConcept: DefinitionConcept<Model> = { operations, descriptors: modelDescriptors }

/** The operations of the concept alone, for a model that nothing stands above. */
export const entityOperations = cascadingKinds([entityConcept])
