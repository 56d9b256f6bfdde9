import type { EntityDefinition } from '#entities/entity.ts'
import type { Member } from '#environments/environment.ts'
import { rolesOn } from '#security/scope.ts'

type Actor = Pick<Member, 'administrator' | 'holdings'>

/** What an actor may do with the values of one attribute. */
export type FieldRights = { readonly mayRead: boolean; readonly mayUpdate: boolean }

const everything: FieldRights = { mayRead: true, mayUpdate: true }
const nothing: FieldRights = { mayRead: false, mayUpdate: false }

/**
 * The rights on an attribute of an entity: the greatest over those roles that give any scope on the entity. A role that says
 * nothing of the attribute gives all of it.
 */
export function fieldRights(actor: Actor, entity: EntityDefinition, attributeId: string): FieldRights {
  if (actor.administrator) return everything
  const rules = actor.holdings.fieldRules.filter((rule) => rule.attributeId === attributeId)
  if (rules.length === 0) return everything
  const said = [...rolesOn(actor, entity)].map((role) => rules.find(({ roleId }) => roleId === role) ?? everything)
  return said.reduce<FieldRights>(
    (most, { mayRead, mayUpdate }) => ({
      mayRead: most.mayRead || mayRead,
      mayUpdate: most.mayUpdate || (mayRead && mayUpdate),
    }),
    nothing,
  )
}

/** The attributes of an entity that a field rule keeps the actor from reading, or from changing; most members have none. */
export function closedFields(
  actor: Actor,
  entity: EntityDefinition,
): { readonly unread: ReadonlySet<string>; readonly fixed: ReadonlySet<string> } {
  if (actor.administrator || actor.holdings.fieldRules.length === 0) return none
  const ruled = new Set(actor.holdings.fieldRules.map(({ attributeId }) => attributeId))
  const rights = entity.attributes
    .filter(({ id }) => ruled.has(id))
    .map(({ id }) => ({ id, ...fieldRights(actor, entity, id) }))
  return {
    unread: new Set(rights.filter(({ mayRead }) => !mayRead).map(({ id }) => id)),
    fixed: new Set(rights.filter(({ mayUpdate }) => !mayUpdate).map(({ id }) => id)),
  }
}

const none = { unread: new Set<string>(), fixed: new Set<string>() }
