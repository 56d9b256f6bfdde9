import type { Activity } from '#environments/activity.ts'
import { scopes, type Action, type FieldRule, type Privilege, type Scope } from '#environments/holdings.ts'

/** What roles allow together. */
export type Grant = {
  readonly administrator: boolean
  readonly privileges: readonly Privilege[]
  readonly fieldRules: readonly FieldRule[]
  readonly activities: readonly Activity[]
}

export const noGrant: Grant = { administrator: false, privileges: [], fieldRules: [], activities: [] }

/** Whoever gives: what they hold, and the units in which their scope *business unit* reaches records. */
export type Giver = Grant & { readonly units: readonly string[] }

/** What someone has and shall have; `units` are those whose members or teams get it. */
export type Giving = { readonly before: Grant; readonly after: Grant; readonly units: readonly string[] }

/** The entity of an attribute; undefined for one that no longer exists. */
export type EntityOf = (attributeId: string) => string | undefined

/**
 * Whether more is given than the giver holds: nobody does that (quality rules, attack *body adds role*). Only what grows
 * counts, so that one may take away from a role that allows more than one's own. *Business unit* is another reach in
 * another unit: it may be given only in units of one's own branch.
 */
export function exceeds(giver: Giver, { before, after, units }: Giving, entityOf: EntityOf): boolean {
  if (giver.administrator || before.administrator) return false
  if (after.administrator) return true
  return (
    after.activities.some(
      (activity) => !before.activities.includes(activity) && !giver.activities.includes(activity),
    ) ||
    after.privileges.some((privilege) => exceedsScope(giver, before, privilege, units)) ||
    giver.fieldRules.some(({ attributeId }) => exceedsField(giver, before, after, attributeId, entityOf(attributeId)))
  )
}

/** The greatest scope over the roles of a grant. */
export function scopeIn({ administrator, privileges }: Grant, entityId: string, action: Action): Scope {
  if (administrator) return 'all'
  const ranks = privileges
    .filter((each) => each.entityId === entityId && each.action === action)
    .map(({ scope }) => scopes.indexOf(scope))
  return scopes[Math.max(0, ...ranks)] ?? 'none'
}

function exceedsScope(giver: Giver, before: Grant, given: Privilege, units: readonly string[]): boolean {
  const rank = scopes.indexOf(given.scope)
  const of = (grant: Grant) => scopes.indexOf(scopeIn(grant, given.entityId, given.action))
  if (rank <= of(before)) return false
  if (rank > of(giver)) return true
  const isRelative = given.scope === 'unit' && of(giver) === rank
  return isRelative && units.some((unit) => !giver.units.includes(unit))
}

export type Right = { readonly read: boolean; readonly update: boolean }

function exceedsField(
  giver: Giver,
  before: Grant,
  after: Grant,
  attributeId: string,
  entityId: string | undefined,
): boolean {
  if (entityId === undefined) return false
  const [held, had, has] = [giver, before, after].map((grant) => rightIn(grant, entityId, attributeId))
  const more = (what: keyof Right) => Boolean(has?.[what] && !had?.[what] && !held?.[what])
  return more('read') || more('update')
}

/** The greatest right on an attribute over the roles that allow anything on its entity; without a rule a role allows both. */
export function rightIn({ privileges, fieldRules }: Grant, entityId: string, attributeId: string): Right {
  const roles = new Set(privileges.filter((each) => each.entityId === entityId).map(({ roleId }) => roleId))
  const rights = [...roles].map((roleId) =>
    fieldRules.find((rule) => rule.roleId === roleId && rule.attributeId === attributeId),
  )
  return {
    read: rights.some((rule) => rule === undefined || rule.mayRead),
    update: rights.some((rule) => rule === undefined || rule.mayUpdate),
  }
}
