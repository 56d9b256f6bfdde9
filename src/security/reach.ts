import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { linkUris } from '#entities/relationship.ts'
import type { Member } from '#environments/environment.ts'
import type { Action, MemberRights } from '#environments/memberRights.ts'
import { carryPathsOf, type CarryPath } from '#security/carryPath.ts'
import { scopeOf } from '#security/scope.ts'

/** The asker: a member of the environment with the member's rights. */
export type Actor = Pick<Member, 'id' | 'administrator' | 'heldRights'>

/** The rights of a share that count for actions on a record. */
export type ShareRight = 'read' | 'update' | 'delete'

/** One reason why a record is within reach. Any ground that holds is enough. */
export type ReachGround =
  | { readonly kind: 'owner'; readonly principals: readonly string[] }
  | { readonly kind: 'unit'; readonly units: readonly string[] }
  | { readonly kind: 'share'; readonly right: ShareRight; readonly principals: readonly string[] }
  /** A share of a record that this one belongs to, by relationships that carry shares on. */
  | {
      readonly kind: 'carried'
      readonly right: ShareRight
      readonly principals: readonly string[]
      readonly via: CarryPath
    }

/** The records that any of some grounds reaches. */
export type Grounds = { readonly entity: EntityDefinition; readonly grounds: readonly ReachGround[] }

/** The links of an N:N: they have no owner of their own, and go by the records at their ends. */
export type LinkReach = { readonly ends: readonly LinkEnd[]; readonly wants: 'read' | 'update' }
export type LinkEnd = {
  /** The column of the link table that stores the key of the record. */
  readonly column: string
  readonly entity: EntityDefinition
  readonly read: Reach
  readonly update: Reach
}

/** Which records of an entity an actor may act on: all of them (null), none, or those that some grounds or ends reach. */
export type Reach = null | 'none' | Grounds | LinkReach

/** The definitions from which reaches are computed. */
export type ReachDefinitions = Pick<Model, 'entities' | 'relationships'>

type Known = { readonly relationships: Model['relationships']; readonly reaches: Map<string, Reach> }
const known = new WeakMap<MemberRights, WeakMap<Model['entities'], Known>>()

/**
 * The records of an entity on which an actor may do an action (product ruling 2.3). Update and delete also require read
 * of the record. For create, the reach tells who may become the owner. Memoized by the member's rights.
 */
export function reachOf(actor: Actor, action: Action, entity: EntityDefinition, model: ReachDefinitions): Reach {
  if (actor.administrator) return null
  const { reaches } = knownOf(actor.heldRights, model)
  const key = `${action} ${entity.id}`
  let reach = reaches.get(key)
  if (reach === undefined) {
    const make = entity.link_of === null ? groundsOf : linkReach
    reaches.set(key, (reach = make(actor, action, entity, model)))
  }
  return reach
}

/** Reaches of other definitions are others: a flag of one entity may decide about the records of another. */
function knownOf(heldRights: MemberRights, { entities, relationships }: ReachDefinitions): Known {
  let byModel = known.get(heldRights)
  if (!byModel) known.set(heldRights, (byModel = new WeakMap()))
  let found = byModel.get(entities)
  if (found?.relationships !== relationships)
    byModel.set(entities, (found = { relationships, reaches: new Map<string, Reach>() }))
  return found
}

function groundsOf(actor: Actor, action: Action, entity: EntityDefinition, model: ReachDefinitions): Reach {
  const scope = scopeOf(actor, action, entity)
  if (scope === 'none') return 'none'
  if (scope === 'all') return null
  const { principals, units, unitChain } = actor.heldRights
  // Whose unit is the root has every unit below it, and every record belongs to a unit.
  if (scope === 'unit' && unitChain.length === 1) return null
  if (action === 'create') {
    const ground: ReachGround = scope === 'unit' ? { kind: 'unit', units } : ownerGround(actor, scope)
    return { entity, grounds: [ground] }
  }
  const own = ownerGround(actor, scope)
  const grounds: ReachGround[] = scope === 'unit' ? [own, { kind: 'unit', units }] : [own]
  const receivers = [...new Set([...principals, ...unitChain])]
  if (entity.recordsharing) grounds.push({ kind: 'share', right: action, principals: receivers })
  // A share counts only where a role gives some scope: on the record that is shared as on those that belong to it.
  // Lookups that are hidden from the actor carry it like others.
  const whole = model.entities.get(entity.id) ?? entity
  for (const via of carryPathsOf(model, whole, (parent) => scopeOf(actor, action, parent) !== 'none'))
    grounds.push({ kind: 'carried', right: action, principals: receivers, via })
  return { entity, grounds }
}

function ownerGround({ id, heldRights }: Actor, scope: 'user' | 'owned' | 'unit'): ReachGround {
  return { kind: 'owner', principals: scope === 'user' ? [id] : heldRights.principals }
}

/**
 * A link is readable with read of both of its records; creating and deleting a link also require update of one of the
 * records.
 */
function linkReach(actor: Actor, action: Action, entity: EntityDefinition, model: ReachDefinitions): Reach {
  const ends = entity.attributes.flatMap((attribute): LinkEnd[] => {
    const target = model.entities.get(attribute.related_entity ?? '')
    if (!target || (attribute.uri !== linkUris.from && attribute.uri !== linkUris.to)) return []
    const [read, update] = [reachOf(actor, 'read', target, model), reachOf(actor, 'update', target, model)]
    return [{ column: `${attribute.uri}_id`, entity: target, read, update }]
  })
  if (ends.length < 2 || ends.some(({ read }) => read === 'none')) return 'none'
  if (action === 'read') return ends.every(({ read }) => read === null) ? null : { ends, wants: 'read' }
  if (ends.every(({ update }) => update === 'none')) return 'none'
  return ends.every(({ read, update }) => read === null && update === null) ? null : { ends, wants: 'update' }
}

/** Whether an actor may do something with at least some record of an entity. */
export function mayAtAll(actor: Actor, action: Action, entity: EntityDefinition, model: ReachDefinitions): boolean {
  return reachOf(actor, action, entity, model) !== 'none'
}

/** The facts about a present or future record that decide all grounds except shares. */
export type Owned = { readonly ownerId: string; readonly unitId: string }

/** A ground that the record itself decides about; that of a share needs the database. */
export type OwnGround = Extract<ReachGround, { kind: 'owner' | 'unit' }>

export function isOwnGround(ground: ReachGround): ground is OwnGround {
  return ground.kind === 'owner' || ground.kind === 'unit'
}

/** Whether a ground holds for a record. */
export function groundHolds(ground: OwnGround, { ownerId, unitId }: Owned): boolean {
  return ground.kind === 'owner' ? ground.principals.includes(ownerId) : ground.units.includes(unitId)
}
