import type { listMetadataParts } from '#attributes/listMetadataParts.ts'
import type { AttributeType } from '#attributes/type.ts'
import { attributeTypes, type AttributeTypeName } from '#attributes/types.ts'

/** An attribute type as lists know it. Those whose values are more than texts read what a filter compares with. */
export type ListMetadata = Pick<AttributeType, (typeof listMetadataParts)[number]> &
  Partial<Pick<AttributeType, 'reader'>>

/**
 * Every attribute type as lists know it. Nothing else of the types is loaded by a page that only shows records: the build
 * leaves it out of the copy that this file imports (scripts/viteLeanTypes.ts).
 */
export const listMetadata: Readonly<Record<AttributeTypeName, ListMetadata>> = attributeTypes
