import type { EntityDefinition } from '#entities/entity.ts'
import { carryPathsOf } from '#security/carryPath.ts'
import { isOwnGround, reachOf, type Actor, type ReachDefinitions, type Reach } from '#security/reach.ts'

/** The lookups of an entity over which shares of other records reach those of it, by their columns. */
export function carryingColumns(entity: EntityDefinition, model: ReachDefinitions): ReadonlySet<string> {
  return new Set(carryPathsOf(model, entity, () => true).map(([{ column }]) => column))
}

/**
 * The records that an actor may put below another one from which shares are carried on (decision 26): null for all that the
 * actor may update. Whoever reaches a record by nothing but a share would otherwise pass it on, without the right to.
 */
export function relinkReach(actor: Actor, entity: EntityDefinition, model: ReachDefinitions): Reach {
  const reach = reachOf(actor, 'update', entity, model)
  if (reach === null || reach === 'none' || 'ends' in reach) return reach
  return { ...reach, grounds: reach.grounds.filter(isOwnGround) }
}
