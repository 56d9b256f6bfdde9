import * as z from 'zod/mini'
import { idSchema } from '#security/role.ts'

/** Rights of a share; each of them includes reading (product ruling 2.3). */
export const shareRights = ['read', 'update', 'delete', 'share'] as const
export type SharedRight = (typeof shareRights)[number]
export type SharedRights = Readonly<Record<SharedRight, boolean>>

/** So long a reason may be. */
export const mostReason = 500
/** So many members, teams and units are offered for one search. */
export const mostReceivers = 20

const given = {
  read: z.optional(z.literal(true, 'validation.option')),
  update: z.optional(z.boolean()),
  delete: z.optional(z.boolean()),
  share: z.optional(z.boolean()),
  /** When it ends; never without. */
  expires_on: z.optional(z.nullable(z.iso.datetime({ offset: true, error: 'validation.datetime' }))),
  reason: z.optional(z.nullable(z.string().check(z.trim(), z.maxLength(mostReason, 'validation.tooLong')))),
}

/** `POST /security/v1/{envid}/share/{entityid}/{recordid}`. */
export const shareSchema = z.strictObject({ principal_id: idSchema, ...given })
export type ShareDraft = z.output<typeof shareSchema>
/** `PATCH .../{principalid}`: absent members stay unchanged. */
export const shareChangeSchema = z.strictObject(given)
export type ShareChange = z.output<typeof shareChangeSchema>

/** `GET .../receiver?search=`: whom a record could be shared with. */
export const receiverQuerySchema = z.strictObject({ search: z.optional(z.string().check(z.maxLength(100))) })

export type PrincipalKind = 'member' | 'team' | 'unit'
export type Receiver = {
  readonly id: string
  readonly name: string
  readonly kind: PrincipalKind
  /** The unit of a member or a team, the one above a unit. */
  readonly place: string | null
}

/** One share in a list. */
export type ShareRecord = SharedRights & {
  readonly principal: Receiver
  readonly expires_on: string | null
  readonly reason: string | null
  readonly by: { readonly id: string; readonly name: string }
  readonly on: string
  /** Whether its date has passed. */
  readonly over: boolean
  /** Rights for which the roles of a member give no scope on the table, so that the share does not count for them. */
  readonly idle: readonly SharedRight[]
  /** Whether the asker may change it, and take it away. */
  readonly changeable: boolean
  readonly removable: boolean
}

/** `GET .../share/{entityid}/{recordid}`: `may` are the rights that the asker may give others on the record. */
export type Shares = { readonly value: readonly ShareRecord[]; readonly may: readonly SharedRight[] }
