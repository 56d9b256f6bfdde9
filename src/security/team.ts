import * as z from 'zod/mini'
import { accessNameSchema, idSchema, mostAssignedAtOnce, versionSchema } from '#security/role.ts'

/** An owner team may own records and hold roles; an access team only receives shares (product ruling 2.3). */
export const teamKinds = ['owner', 'access'] as const
export type TeamKind = (typeof teamKinds)[number]

const ids = z.array(idSchema).check(z.maxLength(mostAssignedAtOnce))

/**
 * `POST /security/v1/{envid}/team`. Without a unit, the team belongs to the creator's unit. The kind cannot be changed
 * later.
 */
export const teamSchema = z.strictObject({
  name: accessNameSchema,
  kind: z.enum(teamKinds),
  unit_id: z.optional(idSchema),
  role_ids: z.optional(ids),
  member_ids: z.optional(ids),
})
export type TeamDraft = z.output<typeof teamSchema>

/** `PATCH /security/v1/{envid}/team/{teamid}`: lists replace; `move_records` lets the records follow to a new unit. */
export const teamChangeSchema = z.strictObject({
  name: z.optional(accessNameSchema),
  unit_id: z.optional(idSchema),
  role_ids: z.optional(ids),
  member_ids: z.optional(ids),
  move_records: z.optional(z.boolean()),
  version: versionSchema,
})
export type TeamChange = z.output<typeof teamChangeSchema>

/** `DELETE /security/v1/{envid}/team/{teamid}`: a team that owns records needs a new owner for them. */
export const teamDeleteSchema = z.strictObject({ new_owner_id: z.optional(idSchema) })

export type TeamRecord = {
  readonly id: string
  readonly name: string
  readonly kind: TeamKind
  readonly unit_id: string
  readonly unit: string
  readonly version: number
  readonly roles: readonly { readonly id: string; readonly name: string }[]
  readonly members: readonly { readonly id: string; readonly name: string }[]
}
/** One team with the number of records it owns. */
export type TeamDetail = TeamRecord & { readonly records: number }
