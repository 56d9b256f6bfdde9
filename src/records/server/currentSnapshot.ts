import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import type { Action } from '#environments/memberRights.ts'
import { memberAt } from '#environments/server/environments.ts'
import { fault } from '#faults/fault.ts'
import type { RecordsContext } from '#records/server/freshModel.ts'
import { numbered, type Predicate } from '#security/condition.ts'
import type { Actor, ReachDefinitions } from '#security/reach.ts'
import { predicateOf } from '#security/predicate.ts'
import { hiddenFrom, withoutHidden } from '#security/visible.ts'

/**
 * Definitions and member at one moment. `whole` holds all definitions, `model` only the definitions visible to the
 * member.
 */
export type CurrentSnapshot<Context extends RecordsContext> = {
  readonly context: Context
  readonly whole: Model
  readonly model: Model
}

/** Current definitions and rights from the database, for work that loads them once at its start. */
export async function currentSnapshot<Context extends RecordsContext>(
  asked: Context,
): Promise<CurrentSnapshot<Context>> {
  const whole = await asked.models.fresh(asked.environment)
  const member = await memberAt(asked, whole)
  const context = member === asked.member ? asked : { ...asked, member }
  const hidden = hiddenFrom(context.member, whole)
  return { context, whole, model: hidden ? withoutHidden(whole, hidden) : whole }
}

/** The entity with an id. Fault: `definition.unknown`, also for members without any right on the entity. */
export function entityAtHand({ model }: { readonly model: Model }, id: string): EntityDefinition {
  const entity = model.entities.get(id)
  if (!entity) throw fault('definition.unknown')
  return entity
}

type Holder = { readonly member: Actor; readonly environment: { readonly schema: string } }

/**
 * Condition for the rows on which the member may perform the action, for statements outside the query engine. Table
 * alias: `t`.
 */
export function rowPredicate(
  { member, environment }: Holder,
  model: ReachDefinitions,
  action: Action,
  entity: EntityDefinition,
): Predicate | null {
  return predicateOf(member, action, entity, { model, schema: environment.schema, alias: 't', form: 'row' })
}

/** `rowPredicate` as SQL text; its parameters are numbered from `first`. */
export function lockedRowText(
  context: Holder,
  model: ReachDefinitions,
  { action, entity, first }: { readonly action: Action; readonly entity: EntityDefinition; readonly first: number },
): ReturnType<typeof numbered> {
  return numbered(rowPredicate(context, model, action, entity), first)
}
