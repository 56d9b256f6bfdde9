import { anyKind, type OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { mindingViews } from '#views/mindingViews.ts'
import { createView } from '#views/operations/createView.ts'
import { deleteView } from '#views/operations/deleteView.ts'
import { mendViews } from '#views/operations/mendViews.ts'
import { restoreView } from '#views/operations/restoreView.ts'
import { updateView } from '#views/operations/updateView.ts'

/** What can be done to shared views. A new kind is one file and one entry here. */
export const viewOperations: readonly OperationKind<Model>[] = [
  anyKind(createView),
  anyKind(updateView),
  anyKind(deleteView),
  anyKind(restoreView),
  anyKind(mendViews),
]

/** The operations on what views stand on, which mind them from now on, and those on views. */
export function withViewOperations(below: readonly OperationKind<Model>[]): readonly OperationKind<Model>[] {
  return [...below.map(mindingViews), ...viewOperations]
}
