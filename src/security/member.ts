import * as z from 'zod/mini'
import { idSchema, mostAssignedAtOnce } from '#security/role.ts'

/** Status of a membership (product ruling 2.1). People who have not joined yet are in the list of invites. */
export const memberStatuses = ['invited', 'active', 'disabled'] as const
export type MemberStatus = (typeof memberStatuses)[number]

const ids = z.array(idSchema).check(z.maxLength(mostAssignedAtOnce))

/**
 * `PATCH /security/v1/{envid}/member/{memberid}`. `role_ids` replaces the member's own roles. Records stay where they
 * are without `move_records` (to the new unit) or `new_owner_id` (all records of the member).
 */
export const memberChangeSchema = z.strictObject({
  unit_id: z.optional(idSchema),
  move_records: z.optional(z.boolean()),
  role_ids: z.optional(ids),
  status: z.optional(z.enum(['active', 'disabled'])),
  new_owner_id: z.optional(idSchema),
})
export type MemberChange = z.output<typeof memberChangeSchema>

/** So many members one call may give roles: each is checked by itself. */
export const mostMembersAtOnce = 500

/** `POST /security/v1/{envid}/member/role`: the same change of many members' own roles. */
export const memberRolesSchema = z.strictObject({
  member_ids: z.array(idSchema).check(z.minLength(1, 'validation.required'), z.maxLength(mostMembersAtOnce)),
  add: z.optional(ids),
  remove: z.optional(ids),
})
export type MemberRoles = z.output<typeof memberRolesSchema>

/** `DELETE /security/v1/{envid}/member/{memberid}`. */
export const memberDeleteSchema = z.strictObject({ new_owner_id: z.optional(idSchema) })
/** `POST /security/v1/{envid}/owner`: hands the environment over to one of its administrators. */
export const environmentOwnerSchema = z.strictObject({ member_id: idSchema })

type Named = { readonly id: string; readonly name: string }

export type MemberRecord = {
  readonly id: string
  readonly firstname: string
  readonly lastname: string
  readonly email: string
  readonly status: MemberStatus
  readonly administrator: boolean
  /** Whether the environment belongs to this member. */
  readonly owner: boolean
  readonly unit_id: string
  readonly unit: string
  /** The member's own roles; those of teams are the teams'. */
  readonly roles: readonly Named[]
  readonly teams: readonly Named[]
  readonly joined_on: string
  readonly last_seen_on: string | null
}
/** One member with the number of records that the member owns. */
export type MemberDetail = MemberRecord & { readonly records: number }
