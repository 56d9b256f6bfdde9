import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Activity } from '#environments/activity.ts'
import type { Member } from '#environments/environment.ts'
import { actions, scopes, type Action, type FieldRule, type Privilege } from '#environments/memberRights.ts'
import { fieldRights } from '#security/fields.ts'
import { scopeOf } from '#security/scope.ts'

/** The rights of a member, or the rights that some roles would give. */
export type GrantingMember = Pick<Member, 'administrator' | 'heldRights'>

type Allowed = {
  readonly administrator: boolean
  readonly privileges: readonly Privilege[]
  readonly fieldRules: readonly FieldRule[]
  readonly activities: ReadonlySet<Activity>
}

/** The rights that some roles alone would give. */
export function grantOfAllowed({ administrator, ...allowed }: Allowed): GrantingMember {
  return { administrator, heldRights: { principals: [], units: [], unitChain: [], held: [], ...allowed } }
}

export const nothingHeld: GrantingMember = grantOfAllowed({
  administrator: false,
  privileges: [],
  fieldRules: [],
  activities: new Set(),
})

/** Present and intended rights; `units` are the units of the receiver. */
export type Giving = {
  readonly before: GrantingMember
  readonly after: GrantingMember
  readonly units: readonly string[]
}

/**
 * Whether a change gives more than the giver holds, which nobody may do (quality rules, attack *body adds role*). Only
 * increases count, so that a giver may restrict a role that allows more than the giver's own roles. *Business unit*
 * means another reach in another unit: the scope may be given only in units of the giver's own branch.
 */
export function exceeds(giver: GrantingMember, giving: Giving, { entities }: Pick<Model, 'entities'>): boolean {
  const { before, after } = giving
  if (giver.administrator || before.administrator) return false
  if (after.administrator) return true
  const isNew = (activity: Activity) => !before.heldRights.activities.has(activity)
  return (
    [...after.heldRights.activities].some(
      (activity) => isNew(activity) && !giver.heldRights.activities.has(activity),
    ) ||
    [...entities.values()].some(
      (entity) =>
        actions.some((action) => exceedsScope(giver, giving, action, entity)) || exceedsFields(giver, giving, entity),
    )
  )
}

function exceedsScope(
  giver: GrantingMember,
  { before, after, units }: Giving,
  action: Action,
  entity: EntityDefinition,
): boolean {
  const [held, had, has] = [giver, before, after].map((each) => scopes.indexOf(scopeOf(each, action, entity)))
  if (held === undefined || had === undefined || has === undefined || has <= had) return false
  if (has > held) return true
  const isUnit = scopes[held] === 'unit' && scopes[has] === 'unit'
  return isUnit && units.some((unit) => !giver.heldRights.units.includes(unit))
}

/** Only attributes that the giver's own roles have rules for can be more than the giver's. */
function exceedsFields(giver: GrantingMember, { before, after }: Giving, entity: EntityDefinition): boolean {
  const ruled = new Set(giver.heldRights.fieldRules.map(({ attributeId }) => attributeId))
  if (ruled.size === 0 || scopesOn(after, entity) === 0) return false
  return entity.attributes.some(({ id }) => {
    if (!ruled.has(id)) return false
    const [held, has] = [fieldRights(giver, entity, id), fieldRights(after, entity, id)]
    const had = scopesOn(before, entity) > 0 ? fieldRights(before, entity, id) : { mayRead: false, mayUpdate: false }
    const isMore = (what: 'mayRead' | 'mayUpdate') => has[what] && !had[what] && !held[what]
    return isMore('mayRead') || isMore('mayUpdate')
  })
}

/** Number of actions with a scope on an entity. Without any, the fields are out of reach regardless of rules. */
function scopesOn(held: GrantingMember, entity: EntityDefinition): number {
  return actions.filter((action) => scopeOf(held, action, entity) !== 'none').length
}
