import { anyKind, type OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { mindingLabels } from '#labels/mindingLabels.ts'
import { copyLabels } from '#labels/operations/copyLabels.ts'
import { setLabels } from '#labels/operations/setLabels.ts'

/** What can be done to labels. */
export const labelOperations: readonly OperationKind<Model>[] = [anyKind(setLabels), anyKind(copyLabels)]

/** The operations on what has labels, which mind them from now on, and those on labels. */
export function withLabelOperations(below: readonly OperationKind<Model>[]): readonly OperationKind<Model>[] {
  return [...below.map(mindingLabels), ...labelOperations]
}
