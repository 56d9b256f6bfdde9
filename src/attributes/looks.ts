import type { lookParts } from '#attributes/lookParts.ts'
import type { AttributeType } from '#attributes/type.ts'
import { attributeTypes, type AttributeTypeName } from '#attributes/types.ts'

/** An attribute type as lists know it. Those whose values are more than texts read what a filter compares with. */
export type Look = Pick<AttributeType, (typeof lookParts)[number]> & Partial<Pick<AttributeType, 'reader'>>

/**
 * Every attribute type as lists know it. Nothing else of the types is loaded by a page that only shows records: the build
 * leaves it out of the copy that this file imports (scripts/viteLooks.ts).
 */
export const looks: Readonly<Record<AttributeTypeName, Look>> = attributeTypes
