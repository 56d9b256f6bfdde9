import * as z from 'zod/mini'
import { actions, type Action, type Scope } from '#environments/memberRights.ts'
import { idSchema } from '#security/role.ts'
import type { ShareRight } from '#security/reach.ts'

/** `GET /security/v1/{envid}/explain`: of me where no user is named; of the entity alone where no record is. */
export const explainQuerySchema = z.object({
  entity: idSchema,
  record: z.optional(idSchema),
  user: z.optional(idSchema),
  action: z.optional(z.enum(actions)),
})
export type ExplainQuery = z.output<typeof explainQuerySchema>

export type Named = { readonly id: string; readonly name: string }

/** A record to which the one asked about belongs, and from which shares are carried on; without a name where the asker does not read it. */
export type CarriedThrough = { readonly entity: Named; readonly record: Named | null }

/**
 * A role that allows the action, with the scope; `team` is the team that brings the role, null for the member's own
 * role.
 */
export type RoleWay = Named & { readonly scope: Scope; readonly team: Named | null }

/**
 * One reason why an action is allowed. `principal`: the owner, the unit or the receiver of the share, if visible to the
 * asker.
 */
export type WayRecord = {
  readonly kind: 'administrator' | 'all' | 'owner' | 'team' | 'unit' | 'share'
  readonly principal: Named | null
  readonly roles: readonly RoleWay[]
  /** Since when, until when and by whom a record is shared. */
  readonly since: string | null
  readonly until: string | null
  readonly by: Named | null
  /** The shared record, if the share is carried from another record. */
  readonly through: CarriedThrough | null
}

/** One change that would allow the action, and on how many further records of the entity; null: too many to count in time. */
export type FixRecord = {
  readonly kind: 'share' | 'assign' | 'team' | 'role' | 'scope'
  readonly role: Named | null
  readonly team: Named | null
  readonly scope: Scope | null
  readonly rights: readonly (ShareRight | Action)[]
  readonly opens: number | null
  readonly through: CarriedThrough | null
}

/** Why nobody without an exception may act: the table is not edited by people, or the record is disabled. */
export type Closed = 'editable' | 'disabled'

export type ActionExplanation = {
  /** Null where the record decides, and the asker may not know how. */
  readonly allowed: boolean | null
  /** How far the action reaches on the entity by all roles together. */
  readonly scope: Scope
  readonly closed: Closed | null
  readonly via: readonly WayRecord[]
  readonly missing: readonly FixRecord[]
}

export type Explanation = {
  readonly user: Named
  readonly entity: Named
  readonly record: string | null
  readonly actions: Readonly<Partial<Record<Action, ActionExplanation>>>
  /** The attributes that a field rule hides from the user or protects from changes, as far as visible to the asker. */
  readonly fields: {
    readonly unread: readonly Named[]
    readonly fixed: readonly Named[]
    /** The hidden attributes that are hidden because of the attributes from which they are computed. */
    readonly follow: readonly ComputedField[]
    /** Formulas and rollups that their makers show although something that they are computed from is hidden. */
    readonly shown: readonly ComputedField[]
  }
}

/** A formula or rollup with its hidden source attributes, as far as visible to the asker. */
export type ComputedField = Named & { readonly sources: readonly Named[] }

/** One member in the list of who has access to an entity: `GET /security/v1/{envid}/entity/{entityid}/member`. */
export type EntityMemberRecord = Named & {
  readonly unit: string
  readonly administrator: boolean
  /** The roles that allow anything on the entity. */
  readonly roles: readonly Named[]
} & Readonly<Record<Action, Scope>>
