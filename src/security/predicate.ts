import type { EntityDefinition } from '#entities/entity.ts'
import type { Action } from '#environments/memberRights.ts'
import { conditionOf, type ConditionPlace, type Predicate } from '#security/condition.ts'
import { reachOf, type Actor, type ReachDefinitions } from '#security/reach.ts'

export type { Predicate }

/** Which records of an entity an actor may do something with, as a condition on a table; null is all of them. */
export function predicateOf(
  actor: Actor,
  action: Action,
  entity: EntityDefinition,
  { model, ...place }: ConditionPlace & { readonly model: ReachDefinitions },
): Predicate | null {
  return conditionOf(reachOf(actor, action, entity, model), place)
}
