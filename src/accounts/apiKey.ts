import * as z from 'zod/mini'
import { nameSchema } from '#text/name.ts'

/** Prefix of every API key, so that a leaked key is recognizable. */
export const keyPrefix = 'lintel_'

/** So many keys a person may have at a time. */
export const mostKeys = 50

/** How long a key may live, in days. */
export const keyDays = { least: 1, most: 3650 } as const

/** The lifetimes that are offered, in days; a key may also have no end. */
export const keyLifetimes = [30, 90, 365] as const

/** Default lifetime of a key, in days. */
export const usualLifetime = 90

/** So many entities a key may be narrowed to. */
const mostEntities = 500

/**
 * A new key: its purpose, its only environment (default: all of the person's), its lifetime, whether it is read-only,
 * and its only entities in the environment (default: all).
 */
export const apiKeySchema = z.strictObject({
  name: nameSchema,
  envid: z.optional(z.nullable(z.uuid('request.idInvalid'))),
  days: z.optional(
    z.nullable(
      z
        .int('validation.integer')
        .check(z.gte(keyDays.least, 'validation.range'), z.lte(keyDays.most, 'validation.range')),
    ),
  ),
  readonly: z.optional(z.boolean()),
  entities: z.optional(
    z.nullable(
      z.array(z.uuid('request.idInvalid')).check(z.minLength(1, 'validation.required'), z.maxLength(mostEntities)),
    ),
  ),
})

export type ApiKeyDraft = z.output<typeof apiKeySchema>

/** A key as shown to its owner; the key itself is shown once, at its creation. Times are ISO 8601 texts. */
export type ApiKey = {
  readonly id: string
  readonly name: string
  readonly envid: string | null
  readonly readonly: boolean
  readonly entities: readonly string[] | null
  readonly created_on: string
  readonly expires_on: string | null
  readonly last_used_on: string | null
}

/** A new key with its secret. */
export type NewApiKey = ApiKey & { readonly key: string }

/** An environment that a key can reach, and the address at which its records answer programs. */
export type KeyPlace = { readonly id: string; readonly name: string; readonly address: string }
