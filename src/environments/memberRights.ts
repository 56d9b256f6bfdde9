import type { Activity } from '#environments/activity.ts'

/** Specification 6: what one may do with a record. */
export const actions = ['create', 'read', 'update', 'delete'] as const
export type Action = (typeof actions)[number]

/** Product ruling 2.3: how far an action reaches, from the least to the most. */
export const scopes = ['none', 'user', 'owned', 'unit', 'all'] as const
export type Scope = (typeof scopes)[number]

/** How far one action reaches on the records of one entity by one role. */
export type Privilege = {
  readonly roleId: string
  readonly entityId: string
  readonly action: Action
  readonly scope: Scope
}

/** What one role leaves of one attribute. */
export type FieldRule = {
  readonly roleId: string
  readonly attributeId: string
  readonly mayRead: boolean
  readonly mayUpdate: boolean
}

/** A role that a member has, and through whom: the member, or an owner team that the member belongs to. */
export type HeldRole = { readonly roleId: string; readonly principalId: string }

/** Everything by which a member has rights, as it lies in the database; `security` says what follows from it. */
export type MemberRights = {
  /** The member, and the teams that the member belongs to: product ruling 2.3 calls them P(u). */
  readonly principals: readonly string[]
  /** The member's unit and all below it: B(u). */
  readonly units: readonly string[]
  /** The member's unit and all above it: a share with one of them counts for the member. */
  readonly unitChain: readonly string[]
  readonly held: readonly HeldRole[]
  /** Those of the held roles; no scope is *none*. */
  readonly privileges: readonly Privilege[]
  readonly fieldRules: readonly FieldRule[]
  /** An administrator has all of them. */
  readonly activities: ReadonlySet<Activity>
}
