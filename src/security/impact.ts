import * as z from 'zod/mini'
import { isComputed } from '#attributes/attribute.ts'
import { activities, type Activity } from '#environments/activity.ts'
import { actions, type Action } from '#environments/memberRights.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { pathKey } from '#security/carryPath.ts'
import { closedFields } from '#security/fields.ts'
import { needsOf } from '#security/explain.ts'
import { memberChangeSchema, memberRolesSchema } from '#security/member.ts'
import { reachOf, type Actor, type Reach } from '#security/reach.ts'
import { entityPrivilegesSchema, idSchema, roleChangeSchema } from '#security/role.ts'
import { teamChangeSchema, teamSchema } from '#security/team.ts'
import { unitChangeSchema, unitDeleteSchema } from '#security/unit.ts'

/** `POST /security/v1/{envid}/impact`: a change of rights as the call that makes it takes it; nothing is changed. */
export const impactSchema = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('role'), id: idSchema, change: roleChangeSchema }),
  z.strictObject({ kind: z.literal('roleDelete'), id: idSchema }),
  z.strictObject({ kind: z.literal('entity'), id: idSchema, change: entityPrivilegesSchema }),
  z.strictObject({
    kind: z.literal('member'),
    id: idSchema,
    change: z.omit(memberChangeSchema, { move_records: true, new_owner_id: true }),
  }),
  z.strictObject({ kind: z.literal('members'), change: memberRolesSchema }),
  z.strictObject({ kind: z.literal('teamCreate'), change: teamSchema }),
  z.strictObject({ kind: z.literal('team'), id: idSchema, change: teamChangeSchema }),
  z.strictObject({ kind: z.literal('unit'), id: idSchema, change: unitChangeSchema }),
  z.strictObject({ kind: z.literal('unitDelete'), id: idSchema, change: unitDeleteSchema }),
])
export type ImpactQuestion = z.output<typeof impactSchema>

/**
 * Effect of a change on one action on one entity: how many members can do more and how many less than before, and on
 * how many records at least one member gains or loses the action. Null: too many to count in time, or a create, for
 * which no record exists yet.
 */
export type ActionImpact = {
  readonly entity: { readonly id: string; readonly name: string }
  readonly action: Action
  readonly gaining: number
  readonly losing: number
  readonly opened: number | null
  readonly closed: number | null
}
export type FieldImpact = {
  readonly entity: { readonly id: string; readonly name: string }
  readonly attribute: { readonly id: string; readonly name: string }
  readonly right: 'read' | 'update'
  readonly gaining: number
  readonly losing: number
}
export type ActivityImpact = { readonly activity: Activity; readonly gaining: number; readonly losing: number }

/** Sentences about rights that a change would make untrue, and whether the asker could go on all the same, with a reason. */
export type BrokenTests = {
  readonly sentences: readonly { readonly id: string; readonly text: string }[]
  readonly overridable: boolean
}

export type AccessImpact = {
  /** How many members were compared, and whether there are more whom it may touch. */
  readonly members: number
  readonly more: boolean
  readonly actions: readonly ActionImpact[]
  readonly fields: readonly FieldImpact[]
  readonly activities: readonly ActivityImpact[]
  /** Null where the change breaks none. */
  readonly tests: BrokenTests | null
}

/** One member as things stand and as they would. Without `after` the member is none any more, without `before` not yet. */
export type RightsChange = { readonly before: Actor | null; readonly after: Actor | null }

/**
 * An actor as if the records of a unit had moved to another unit, for tests against records that were not moved yet: an
 * actor with the target unit within the branch has the source unit too.
 */
export function withMovedActors<Each extends Actor>(
  actor: Each,
  { from, to }: { readonly from: string; readonly to: string },
): Each {
  const { heldRights } = actor
  if (!heldRights.units.includes(to)) return actor
  return { ...actor, heldRights: { ...heldRights, units: [...heldRights.units, from] } }
}

/** Those for whom an action on an entity reaches further than before, and those for whom it reaches less far. */
export type Shift = {
  readonly entity: EntityDefinition
  readonly action: Action
  readonly gaining: readonly RightsChange[]
  readonly losing: readonly RightsChange[]
  /** Whether the action's own reach shifts for somebody, or only that of the read which it needs. */
  readonly isOwn: boolean
}

type Definitions = Pick<Model, 'entities' | 'relationships'>

/**
 * Whether any record of an entity is shared with a principal: becoming a receiver gains nothing where no shares exist.
 */
export type IsShared = (entityId: string, principalId: string) => boolean

/** On which actions a change of rights has an effect, and for whom. */
export function shiftsOf(changes: readonly RightsChange[], model: Definitions, isShared: IsShared): Shift[] {
  return [...model.entities.values()]
    .filter(({ link_of }) => link_of === null)
    .flatMap((entity) =>
      actions.map((action) => {
        const reached = (actor: Actor | null) => groundsOf(actor, action, { entity, model, isShared })
        const gaining = changes.filter(({ before, after }) => isWider(reached(before), reached(after)))
        const losing = changes.filter(({ before, after }) => isWider(reached(after), reached(before)))
        const own = (actor: Actor | null) => reached(actor).slice(-1)
        const isOwn = changes.some(
          ({ before, after }) => isWider(own(before), own(after)) || isWider(own(after), own(before)),
        )
        return { entity, action, gaining, losing, isOwn }
      }),
    )
    .filter(({ gaining, losing }) => gaining.length + losing.length > 0)
}

/** Changes of read and update rights on single attributes, for members with any right on the entity. */
export function fieldShifts(changes: readonly RightsChange[], model: Model): FieldImpact[] {
  return [...model.entities.values()]
    .flatMap((entity) =>
      entity.attributes.flatMap((attribute) =>
        (isComputed(attribute) ? (['read'] as const) : (['read', 'update'] as const)).map((right) => {
          const may = (actor: Actor | null) => actor !== null && mayField(actor, entity, attribute.id, right, model)
          const known = changes.filter(({ before, after }) => isOn(before, entity, model) && isOn(after, entity, model))
          return {
            entity: namedThing(entity),
            attribute: namedThing(attribute),
            right,
            gaining: known.filter(({ before, after }) => !may(before) && may(after)).length,
            losing: known.filter(({ before, after }) => may(before) && !may(after)).length,
          }
        }),
      ),
    )
    .filter(({ gaining, losing }) => gaining + losing > 0)
}

/** Changes of rights that belong to no entity. */
export function activityShifts(changes: readonly RightsChange[]): ActivityImpact[] {
  return activities
    .map((activity) => {
      const has = (actor: Actor | null) => actor !== null && actor.heldRights.activities.has(activity)
      return {
        activity,
        gaining: changes.filter(({ before, after }) => !has(before) && has(after)).length,
        losing: changes.filter(({ before, after }) => has(before) && !has(after)).length,
      }
    })
    .filter(({ gaining, losing }) => gaining + losing > 0)
}

export function namedThing({ id, name }: { readonly id: string; readonly name: string }) {
  return { id, name }
}

/**
 * The grounds of a reach one by one; null means every record. The grounds of update are combined with those of read.
 */
function groundsOf(
  actor: Actor | null,
  action: Action,
  { entity, model, isShared }: { entity: EntityDefinition; model: Definitions; isShared: IsShared },
): readonly (ReadonlySet<string> | null)[] {
  if (actor === null) return [new Set()]
  const needs = action === 'create' ? ([action] as const) : needsOf(action)
  return needs.map((each) => pointsOf(reachOf(actor, each, entity, model), isShared))
}

function pointsOf(reach: Reach, isShared: IsShared): ReadonlySet<string> | null {
  if (reach === null) return null
  if (reach === 'none' || 'ends' in reach) return new Set()
  const { entity, grounds } = reach
  return new Set(
    grounds.flatMap((ground) => {
      if (ground.kind === 'unit') return ground.units.map((id) => `unit ${id}`)
      if (ground.kind === 'owner') return ground.principals.map((id) => `owner ${id}`)
      const isCarried = ground.kind === 'carried'
      const kind = isCarried ? `carried ${pathKey(ground.via)}` : 'share'
      const shared = isCarried ? (ground.via.at(-1)?.entity ?? entity) : entity
      return ground.principals.filter((id) => isShared(shared.id, id)).map((id) => `${kind} ${id}`)
    }),
  )
}

/**
 * Whether the rules reach records after a change that were out of reach before: after the change every need has a
 * ground, and before the change a need had none or lacked one of the present grounds.
 */
function isWider(
  before: readonly (ReadonlySet<string> | null)[],
  after: readonly (ReadonlySet<string> | null)[],
): boolean {
  if (after.some((each) => each?.size === 0)) return false
  if (before.some((each) => each?.size === 0)) return true
  return after.some((each, at) => {
    const former = before[at]
    if (former === null || former === undefined) return false
    return each === null || [...each].some((point) => !former.has(point))
  })
}

function isOn(actor: Actor | null, entity: EntityDefinition, model: Definitions): boolean {
  return actor !== null && actions.some((action) => reachOf(actor, action, entity, model) !== 'none')
}

function mayField(
  actor: Actor,
  entity: EntityDefinition,
  attributeId: string,
  right: 'read' | 'update',
  model: Model,
): boolean {
  if (!isOn(actor, entity, model)) return false
  const { unread, fixed } = closedFields(actor, entity, model)
  return !(right === 'read' ? unread : fixed).has(attributeId)
}
