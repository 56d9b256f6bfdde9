import { anyKind, type OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { createAttribute } from '#entities/operations/createAttribute.ts'
import { createEntity } from '#entities/operations/createEntity.ts'
import { deleteAttribute } from '#entities/operations/deleteAttribute.ts'
import { deleteEntity } from '#entities/operations/deleteEntity.ts'
import { restoreAttribute } from '#entities/operations/restoreAttribute.ts'
import { restoreEntity } from '#entities/operations/restoreEntity.ts'
import { updateAttribute } from '#entities/operations/updateAttribute.ts'
import { updateEntity } from '#entities/operations/updateEntity.ts'

/** What can be done to entities and attributes. A new kind is one file and one entry here. */
export const entityOperations: readonly OperationKind<Model>[] = [
  anyKind(createEntity),
  anyKind(updateEntity),
  anyKind(deleteEntity),
  anyKind(restoreEntity),
  anyKind(createAttribute),
  anyKind(updateAttribute),
  anyKind(deleteAttribute),
  anyKind(restoreAttribute),
]
