import * as z from 'zod/mini'
import { idSchema } from '#security/role.ts'

/** Specification 5: an invite code is 36 letters and digits. */
export const inviteCodeLength = 36
export const inviteCodePattern = /^[A-Za-z0-9]{36}$/
/** Validity of an invite, in days; the default is `usual` (product ruling 2.15). */
export const inviteDays = { usual: 14, least: 1, most: 90 } as const
export const inviteUses = { usual: 1, most: 1000 } as const

const between = (min: number, max: number) =>
  z.int('validation.integer').check(z.gte(min, 'validation.range'), z.lte(max, 'validation.range'))

/**
 * `POST /invite/v1/{envid}`. With `email` the code is mailed and valid for that address alone; without `email` the code
 * is valid for anyone. Default role: the default role; default unit: the unit of the inviter.
 */
export const inviteSchema = z.strictObject({
  email: z.optional(z.nullable(z.email('validation.email').check(z.maxLength(254), z.toLowerCase()))),
  role_id: z.optional(idSchema),
  unit_id: z.optional(idSchema),
  team_id: z.optional(z.nullable(idSchema)),
  days: z.optional(between(inviteDays.least, inviteDays.most)),
  uses: z.optional(between(1, inviteUses.most)),
})
export type InviteDraft = z.output<typeof inviteSchema>

/** `POST /invite/v1/look` and `POST /invite/v1/accept`. A code of another shape is answered as a wrong code. */
export const inviteCodeSchema = z.strictObject({ code: z.string().check(z.trim(), z.maxLength(200)) })

export type InviteState = 'open' | 'used' | 'expired' | 'revoked'
type Named = { readonly id: string; readonly name: string }

/** An invite in the list; the code was shown once, at its creation. */
export type InviteRecord = {
  readonly id: string
  readonly email: string | null
  readonly state: InviteState
  /** Null once the role, unit or team is gone. */
  readonly role: Named | null
  readonly unit: Named | null
  readonly team: Named | null
  readonly uses: number
  readonly used: number
  readonly expires_on: string
  readonly created_on: string
  readonly by: string | null
}
/** A new invite with its code and the address of the page that accepts the code. */
export type NewInvite = InviteRecord & { readonly code: string; readonly address: string }

/** The target of a code, before the code is accepted. */
export type InviteLook = {
  readonly environment: { readonly name: string; readonly icon: string | null; readonly color: string | null }
  readonly by: string
  readonly role: string
  /** Whether the invite is valid for one address alone. */
  readonly bound: boolean
  readonly expires_on: string
}
/** The answer of an accepted invite. `joined` is false for a person who was a member before. */
export type InviteAccepted = {
  readonly id: string
  readonly name: string
  readonly uri: string
  readonly joined: boolean
}
