import type { DefinitionConcept } from '#changes/cascade.ts'
import { anyKind, type OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { createView } from '#views/operations/createView.ts'
import { deleteView } from '#views/operations/deleteView.ts'
import { mendViews } from '#views/operations/mendViews.ts'
import { restoreView } from '#views/operations/restoreView.ts'
import { updateView } from '#views/operations/updateView.ts'
import { viewDescriptor } from '#views/viewDescriptor.ts'

/** The operation kinds of shared views. A new kind is one file and one entry here. */
export const viewOperations: readonly OperationKind<Model>[] = [
  anyKind(createView),
  anyKind(updateView),
  anyKind(deleteView),
  anyKind(restoreView),
  anyKind(mendViews),
]

/** The concept of views: operations, and the cascade from entities, attributes and relationships. */
export const viewConcept: DefinitionConcept<Model> = { operations: viewOperations, descriptors: [viewDescriptor] }
