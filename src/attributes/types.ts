import type { AttributeType } from '#attributes/type.ts'
import { boolean } from '#attributes/types/boolean.ts'
import { date } from '#attributes/types/date.ts'
import { datetime } from '#attributes/types/datetime.ts'
import { decimal } from '#attributes/types/decimal.ts'
import { email } from '#attributes/types/email.ts'
import { id } from '#attributes/types/id.ts'
import { lookup } from '#attributes/types/lookup.ts'
import { number } from '#attributes/types/number.ts'
import { select } from '#attributes/types/select.ts'
import { text } from '#attributes/types/text.ts'
import { textarea } from '#attributes/types/textarea.ts'

const registry = { id, text, textarea, email, number, decimal, boolean, date, datetime, select, 'N:1': lookup } as const

export type AttributeTypeName = keyof typeof registry

/** Every attribute type by its name. A new type is one file and one entry here. */
export const attributeTypes: Readonly<Record<AttributeTypeName, AttributeType>> = registry
export const attributeTypeNames = Object.keys(registry) as AttributeTypeName[]

export function isAttributeTypeName(value: unknown): value is AttributeTypeName {
  return typeof value === 'string' && Object.hasOwn(registry, value)
}
