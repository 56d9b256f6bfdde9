import * as z from 'zod/mini'
import type { MemberRights } from '#environments/memberRights.ts'
import { environmentIcons, type EnvironmentIcon } from '#environments/icon.ts'
import { regionCodes, type RegionCode } from '#environments/region.ts'
import { isReservedForEnvironments } from '#environments/reservedUris.ts'
import { descriptionSchema, lengthBetween, nameSchema } from '#text/name.ts'
import { uriSchema } from '#text/uri.ts'

/** How long the host of a former uri leads to the present one (product ruling part 3, 10). */
export const redirectDays = 90
/** How long a deleted environment can be taken back. */
export const restoreDays = 30

/** `archived` is out of use and kept; `deleted` waits for its end. Both answer like an environment that does not exist. */
export type EnvironmentState = 'active' | 'archived' | 'deleted'

/** A tenant: what the control plane knows of it. `schema` holds its definitions and records. */
export type Environment = {
  readonly id: string
  readonly uri: string
  readonly name: string
  readonly region: RegionCode
  readonly cluster: string
  readonly schema: string
  /** The database role that reaches nothing but the schema; null where the installation's login may make none. */
  readonly role: string | null
  readonly state: EnvironmentState
  /** Raised when the environment moves to another cluster. */
  readonly placementEpoch: number
  /** The quoted name of the collation that sorts its texts. */
  readonly collation: string
  readonly createdById: string
}

/** One person in one environment. `id` is the user's id and the id of the principal. */
export type Member = {
  readonly id: string
  readonly unitId: string
  readonly roles: readonly string[]
  readonly administrator: boolean
  readonly developerMode: boolean
  readonly heldRights: MemberRights
  /** The access version of the environment when this was read. */
  readonly accessVersion: number
}

/** An environment as the calls tell it to its members. */
export type EnvironmentRecord = {
  readonly id: string
  readonly name: string
  readonly company: string | null
  readonly uri: string
  readonly url: string | null
  readonly region: RegionCode
  readonly description: string | null
  readonly color: string | null
  readonly icon: EnvironmentIcon | null
  /** The names of my roles there, joined. */
  readonly role: string
  readonly administrator: boolean
  /** Whether it is mine: made by me or handed over to me. */
  readonly createdbyme: boolean
  readonly created_on: string
  readonly updated_on: string
  readonly version: number
}

const webAddress = /^https?:\/\/[^\s/?#@]+([/?#]\S*)?$/i
const company = textOrNone(z.string().check(lengthBetween(2, 100)))
const url = textOrNone(z.string().check(z.maxLength(255), z.regex(webAddress, 'validation.url')))
const color = textOrNone(z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'validation.color'), z.toLowerCase()))
const icon = z.nullish(z.enum(environmentIcons))
const environmentUri = uriSchema.check((payload) => {
  if (!isReservedForEnvironments(payload.value)) return
  const params = { uri: payload.value }
  payload.issues.push({ code: 'custom', message: 'validation.uriReserved', params, input: payload.value })
})

/** What it takes to create an environment. */
export const environmentSchema = z.object({
  name: nameSchema,
  uri: environmentUri,
  region: z.enum(regionCodes),
  company,
  url,
  description: descriptionSchema,
  color,
  icon,
})
export type EnvironmentDraft = z.output<typeof environmentSchema>

/** What may be changed later: everything but the region, where the data stays. */
export const environmentChangeSchema = z.object({
  name: z.optional(nameSchema),
  uri: z.optional(environmentUri),
  company: z.optional(company),
  url: z.optional(url),
  description: z.optional(descriptionSchema),
  color: z.optional(color),
  icon: z.optional(icon),
})
export type EnvironmentChange = z.output<typeof environmentChangeSchema>

/** Deleting asks for the environment's name, typed. */
export const environmentDeleteSchema = z.object({ name: z.string() })

/** A field that may be left empty: an empty text, null and nothing all mean none. */
function textOrNone<Schema extends z.core.$ZodType<string, string>>(schema: Schema) {
  return z.pipe(
    z.nullish(z.string()),
    z.pipe(
      z.transform((text: string | null | undefined) => text?.trim() || null),
      z.nullable(schema),
    ),
  )
}
