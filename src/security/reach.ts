import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { linkUris } from '#entities/relationship.ts'
import type { Member } from '#environments/environment.ts'
import type { Action, Holdings } from '#environments/holdings.ts'
import { scopeOf } from '#security/scope.ts'

/** Who asks: a member of the environment with what the member holds. */
export type Actor = Pick<Member, 'id' | 'administrator' | 'holdings'>

/** What a share may allow that counts for what is done with a record. */
export type ShareRight = 'read' | 'update' | 'delete'

/** One reason why a record is within reach. A record is reached when any of them holds. */
export type Ground =
  | { readonly kind: 'owner'; readonly principals: readonly string[] }
  | { readonly kind: 'unit'; readonly units: readonly string[] }
  | { readonly kind: 'share'; readonly right: ShareRight; readonly principals: readonly string[] }

/** The records that any of some grounds reaches. */
export type Grounds = { readonly entity: EntityDefinition; readonly grounds: readonly Ground[] }

/** The links of an N:N: they have no owner of their own, and go by the records at their ends. */
export type LinkReach = { readonly ends: readonly LinkEnd[]; readonly wants: 'read' | 'update' }
export type LinkEnd = {
  /** The column of the link that holds the key of the record. */
  readonly column: string
  readonly entity: EntityDefinition
  readonly read: Reach
  readonly update: Reach
}

/** Which records of an entity an actor may act on: all of them (null), none, or those that some grounds or ends reach. */
export type Reach = null | 'none' | Grounds | LinkReach

const known = new WeakMap<Holdings, WeakMap<EntityDefinition, Map<Action, Reach>>>()

/**
 * Which records of an entity an actor may do something with (product ruling 2.3). Update and delete need read of the record
 * beside this. Of a create it tells who may become the owner. Made once for what a member holds.
 */
export function reachOf(actor: Actor, action: Action, entity: EntityDefinition, model: Pick<Model, 'entities'>): Reach {
  if (actor.administrator) return null
  const { holdings } = actor
  let byEntity = known.get(holdings)
  if (!byEntity) known.set(holdings, (byEntity = new WeakMap()))
  let byAction = byEntity.get(entity)
  if (!byAction) byEntity.set(entity, (byAction = new Map()))
  let reach = byAction.get(action)
  if (reach === undefined) {
    reach = entity.link_of === null ? groundsOf(actor, action, entity) : linkReach(actor, action, entity, model)
    byAction.set(action, reach)
  }
  return reach
}

function groundsOf(actor: Actor, action: Action, entity: EntityDefinition): Reach {
  const scope = scopeOf(actor, action, entity)
  if (scope === 'none') return 'none'
  if (scope === 'all') return null
  const { principals, units, unitChain } = actor.holdings
  // Whose unit is the root has every unit below it, and every record belongs to a unit.
  if (scope === 'unit' && unitChain.length === 1) return null
  if (action === 'create') {
    const ground: Ground = scope === 'unit' ? { kind: 'unit', units } : ownerGround(actor, scope)
    return { entity, grounds: [ground] }
  }
  const own = ownerGround(actor, scope)
  const grounds: Ground[] = scope === 'unit' ? [own, { kind: 'unit', units }] : [own]
  if (entity.recordsharing)
    grounds.push({ kind: 'share', right: action, principals: [...new Set([...principals, ...unitChain])] })
  return { entity, grounds }
}

function ownerGround({ id, holdings }: Actor, scope: 'user' | 'owned' | 'unit'): Ground {
  return { kind: 'owner', principals: scope === 'user' ? [id] : holdings.principals }
}

/** A link is read by who reads both of its records; it is made and taken away by who, beside that, may update one of them. */
function linkReach(actor: Actor, action: Action, entity: EntityDefinition, model: Pick<Model, 'entities'>): Reach {
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
export function mayAtAll(
  actor: Actor,
  action: Action,
  entity: EntityDefinition,
  model: Pick<Model, 'entities'>,
): boolean {
  return reachOf(actor, action, entity, model) !== 'none'
}

/** What is known of a record, or of one that is to be: enough to say whether grounds hold, but for shares. */
export type Owned = { readonly ownerId: string; readonly unitId: string }

/** Whether a ground holds for a record; that of a share needs the database. */
export function holdsFor(ground: Exclude<Ground, { kind: 'share' }>, { ownerId, unitId }: Owned): boolean {
  return ground.kind === 'owner' ? ground.principals.includes(ownerId) : ground.units.includes(unitId)
}
