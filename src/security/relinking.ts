import type { EntityDefinition } from '#entities/entity.ts'
import { carryPathsOf } from '#security/carryPath.ts'
import { isOwnGround, reachOf, type Actor, type ReachDefinitions, type Reach } from '#security/reach.ts'

/** The lookup columns of an entity on which shares of other records reach records of the entity. */
export function carryingColumns(entity: EntityDefinition, model: ReachDefinitions): ReadonlySet<string> {
  return new Set(carryPathsOf(model, entity, () => true).map(([{ column }]) => column))
}

/**
 * The records that an actor may put below another record from which shares are carried (decision 26); null means all
 * records that the actor may update. Otherwise a member who reaches a record by a share alone could pass the share on
 * without the right to share.
 */
export function relinkReach(actor: Actor, entity: EntityDefinition, model: ReachDefinitions): Reach {
  const reach = reachOf(actor, 'update', entity, model)
  if (reach === null || reach === 'none' || 'ends' in reach) return reach
  return { ...reach, grounds: reach.grounds.filter(isOwnGround) }
}
