import * as z from 'zod/mini'
import type { PropertyName } from '#attributes/properties.ts'
import { propertyShape } from '#attributes/propertySchema.ts'
import { isAttributeTypeName, type AttributeTypeName } from '#attributes/types.ts'
import { descriptionSchema, nameSchema } from '#text/name.ts'
import { uriSchema } from '#text/uri.ts'

const optionalShape = Object.fromEntries(
  Object.entries(propertyShape).map(([name, schema]) => [name, z.optional(schema as z.ZodMiniType)]),
) as { [Name in PropertyName]: z.ZodMiniOptional<(typeof propertyShape)[Name]> }

const typeSchema = z.custom<AttributeTypeName>(isAttributeTypeName, 'validation.option')

/** A new attribute as forms, API, imports and proposals send it. What is left out gets the default of its type. */
export const attributeDraftShape = {
  name: nameSchema,
  description: z.optional(descriptionSchema),
  uri: uriSchema,
  type: typeSchema,
  managed: z.optional(z.boolean()),
  ...optionalShape,
} as const
export const attributeDraftSchema = z.strictObject({
  id: z.optional(z.uuid('request.idInvalid')),
  ...attributeDraftShape,
})
export type AttributeDraft = Readonly<z.output<typeof attributeDraftSchema>>

/** What may be said anew about an attribute. `uri` is taken only to refuse a different one with its own message. */
export const attributePatchShape = {
  name: z.optional(nameSchema),
  description: z.optional(descriptionSchema),
  uri: z.optional(z.string()),
  type: z.optional(typeSchema),
  ...optionalShape,
} as const
const patch = z.strictObject(attributePatchShape)
export type AttributePatch = Readonly<z.output<typeof patch>>
