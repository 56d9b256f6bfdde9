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

/** The definitions and the member as of one moment: `whole` are all definitions, `model` those that the member sees. */
export type CurrentSnapshot<Context extends RecordsContext> = {
  readonly context: Context
  readonly whole: Model
  readonly model: Model
}

/** The definitions and rights as they stand in the database now, for work that asks for them once at its beginning. */
export async function currentSnapshot<Context extends RecordsContext>(
  asked: Context,
): Promise<CurrentSnapshot<Context>> {
  const whole = await asked.models.fresh(asked.environment)
  const member = await memberAt(asked, whole)
  const context = member === asked.member ? asked : { ...asked, member }
  const hidden = hiddenFrom(context.member, whole)
  return { context, whole, model: hidden ? withoutHidden(whole, hidden) : whole }
}

/** The entity of an id, which is unknown to who has no right on it. */
export function entityAtHand({ model }: { readonly model: Model }, id: string): EntityDefinition {
  const entity = model.entities.get(id)
  if (!entity) throw fault('definition.unknown')
  return entity
}

type Holder = { readonly member: Actor; readonly environment: { readonly schema: string } }

/** What the member may do with rows of an entity that are found otherwise; the table has the alias `t`. */
export function rowPredicate(
  { member, environment }: Holder,
  model: ReachDefinitions,
  action: Action,
  entity: EntityDefinition,
): Predicate | null {
  return predicateOf(member, action, entity, { model, schema: environment.schema, alias: 't', form: 'row' })
}

/** The same as text whose parameters count from `first`. */
export function lockedRowText(
  context: Holder,
  model: ReachDefinitions,
  { action, entity, first }: { readonly action: Action; readonly entity: EntityDefinition; readonly first: number },
): ReturnType<typeof numbered> {
  return numbered(rowPredicate(context, model, action, entity), first)
}
