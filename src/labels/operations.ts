import type { DefinitionConcept } from '#changes/cascade.ts'
import { anyKind, type OperationKind } from '#changes/operation.ts'
import type { Model } from '#entities/model.ts'
import { labelDescriptor } from '#labels/labelDescriptor.ts'
import { copyLabels } from '#labels/operations/copyLabels.ts'
import { setLabels } from '#labels/operations/setLabels.ts'

/** The operations on labels. */
export const labelOperations: readonly OperationKind<Model>[] = [anyKind(setLabels), anyKind(copyLabels)]

/** Labels as a concept: their operations, and how they follow the definitions whose texts they translate. */
export const labelConcept: DefinitionConcept<Model> = { operations: labelOperations, descriptors: [labelDescriptor] }
