import { computedAttributes, computedFrom } from '#entities/computedSources.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Member } from '#environments/environment.ts'
import { rolesOn } from '#security/scope.ts'

type Actor = Pick<Member, 'administrator' | 'heldRights'>

/** The rights of an actor on the values of one attribute. */
export type FieldRights = { readonly mayRead: boolean; readonly mayUpdate: boolean }

const everything: FieldRights = { mayRead: true, mayUpdate: true }
const nothing: FieldRights = { mayRead: false, mayUpdate: false }

/**
 * The rights that role rules give on an attribute of an entity, regardless of the sources of computed attributes: the
 * maximum over the roles with any scope on the entity. A role without a rule for the attribute gives full rights.
 */
export function fieldRights(actor: Actor, entity: EntityDefinition, attributeId: string): FieldRights {
  if (actor.administrator) return everything
  const rules = actor.heldRights.fieldRules.filter((rule) => rule.attributeId === attributeId)
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

/** The attributes of an entity that an actor may not read, and those that they may not change; each unread one is fixed too. */
export type ClosedFields = { readonly unread: ReadonlySet<string>; readonly fixed: ReadonlySet<string> }

/**
 * The attributes of an entity that are closed to an actor: by a field rule, or because a computed attribute has a
 * closed source (product ruling 7.24). Most members have none. The single rule of visible fields, used by every way of
 * reading.
 */
export function closedFields(actor: Actor, entity: Pick<EntityDefinition, 'id'>, model: Model): ClosedFields {
  if (actor.administrator || actor.heldRights.fieldRules.length === 0) return none
  const { fieldRules, privileges } = actor.heldRights
  let found = closed.get(fieldRules)
  if (found?.privileges !== privileges || found.model !== model) {
    found = { privileges, model, byEntity: closedByEntity(actor, model) }
    closed.set(fieldRules, found)
  }
  return found.byEntity.get(entity.id) ?? none
}

const none: ClosedFields = { unread: new Set<string>(), fixed: new Set<string>() }

/** The last result by the actor's rules; nothing else of an actor influences the result. */
type Found = {
  readonly privileges: Actor['heldRights']['privileges']
  readonly model: Model
  readonly byEntity: ReadonlyMap<string, ClosedFields>
}
const closed = new WeakMap<Actor['heldRights']['fieldRules'], Found>()

function closedByEntity(actor: Actor, model: Model): ReadonlyMap<string, ClosedFields> {
  const ruled = new Set(actor.heldRights.fieldRules.map(({ attributeId }) => attributeId))
  const entities = [...model.entities.values()].map((entity) => {
    const rights = entity.attributes
      .filter(({ id }) => ruled.has(id))
      .map(({ id }) => ({ id, ...fieldRights(actor, entity, id) }))
    const unread = rights.filter(({ mayRead }) => !mayRead).map(({ id }) => id)
    return { entity, unread, fixed: rights.filter(({ mayUpdate }) => !mayUpdate).map(({ id }) => id) }
  })
  // The records of a table on which an actor has no right at all are like none to every formula: nothing comes of them, and
  // nothing comes through them from other tables.
  const isReached = ({ entity }: (typeof entities)[number]) => rolesOn(actor, entity).size > 0
  const sources = entities.filter(isReached).flatMap(({ unread }) => unread)
  const beyond = entities.filter((each) => !isReached(each)).flatMap(({ entity }) => entity.attributes)
  const unreached = new Set(beyond.map(({ id }) => id))
  const computed = computedFrom(model, sources, ({ id, shown_over_hidden }) => shown_over_hidden || unreached.has(id))
  return new Map(
    entities.map(({ entity, unread, fixed }) => {
      const own = entity.attributes.filter(({ id }) => computed.has(id)).map(({ id }) => id)
      return [entity.id, { unread: new Set([...unread, ...own]), fixed: new Set([...fixed, ...own]) }]
    }),
  )
}

/**
 * The formulas and rollups with sources hidden from an actor, each with the hidden attributes. The actor still reads
 * those that their makers marked as shown, and those behind a table of which the actor reaches no record.
 */
export function hiddenSources(actor: Actor, model: Model): ReadonlyMap<string, readonly string[]> {
  if (actor.administrator || actor.heldRights.fieldRules.length === 0) return new Map()
  const all = [...model.entities.values()].flatMap((entity) => [...closedFields(actor, entity, model).unread])
  const unread = new Set(all)
  return new Map(
    computedAttributes(model)
      .map(({ attribute, sources }) => [attribute.id, [...sources].filter((id) => unread.has(id))] as const)
      .filter(([, hidden]) => hidden.length > 0),
  )
}
