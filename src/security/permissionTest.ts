import * as z from 'zod/mini'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'
import { actions, type Action } from '#environments/memberRights.ts'
import type { FaultParameters } from '#faults/fault.ts'
import { mayAct, type ExplainedRecord } from '#security/explain.ts'
import { closedFields } from '#security/fields.ts'
import type { GrantingMember } from '#security/grant.ts'
import { groundHolds, isOwnGround, reachOf, type Actor } from '#security/reach.ts'
import { idSchema } from '#security/role.ts'
import { unitBranch, chainOf } from '#security/unit.ts'

/** Whose the records of a sentence are: the member's own, of others of the own unit, of a unit below it, of another unit, or anybody's. */
export const testOwners = ['self', 'ownUnit', 'below', 'otherUnit', 'anybody'] as const
export type TestOwner = (typeof testOwners)[number]

/** So many sentences an environment may have: all of them are looked at with every change of rights. */
export const mostTests = 500

const sentence = {
  role_id: idSchema,
  /** Null: of whichever unit. */
  unit_id: z.optional(z.nullable(idSchema)),
  allowed: z.boolean(),
  action: z.enum(actions),
  entity_id: idSchema,
  attribute_id: z.optional(z.nullable(idSchema)),
  owner: z.enum(testOwners),
  owner_unit_id: z.optional(z.nullable(idSchema)),
}
/** `POST /security/v1/{envid}/test`, and the whole sentence again by `PATCH .../test/{testid}`. */
export const permissionTestSchema = z.strictObject(sentence).check(
  z.refine(({ owner, owner_unit_id: unit }) => (owner === 'otherUnit') === Boolean(unit), {
    message: 'validation.option',
    path: ['owner_unit_id'],
  }),
  z.refine(({ action, attribute_id: attribute }) => !attribute || action !== 'delete', {
    message: 'validation.option',
    path: ['attribute_id'],
  }),
)
export type PermissionTestDraft = z.output<typeof permissionTestSchema>

/** A sentence such as "a Salesperson of unit North cannot read Salary of an Employee owned by unit South". */
export type PermissionTest = {
  readonly role_id: string
  readonly unit_id: string | null
  readonly allowed: boolean
  readonly action: Action
  readonly entity_id: string
  readonly attribute_id: string | null
  readonly owner: TestOwner
  readonly owner_unit_id: string | null
}

/** `holds`: whether the sentence is true now; null if its table or attribute no longer exists. */
export type PermissionTestRecord = PermissionTest & {
  readonly id: string
  readonly holds: boolean | null
  readonly sentence: FaultParameters
}

type Unit = { readonly id: string; readonly parent_id: string | null }
/** The input of a verdict: definitions, units, and the rights that the role alone gives. */
export type TestGround = {
  readonly model: Model
  readonly units: readonly Unit[]
  readonly held: GrantingMember
}

/**
 * Whether a sentence is true, given the rights of its role alone for a supposed member; null if the sentence names
 * something that no longer exists. *May* must be allowed in every covered case, *may not* must be refused in every
 * covered case. Shares do not count, because they belong to single records.
 */
export function judge(test: PermissionTest, { model, units, held }: TestGround): boolean | null {
  const entity = model.entities.get(test.entity_id)
  const attribute = test.attribute_id
  if (!entity || (attribute !== null && entity.attributes.every(({ id }) => id !== attribute))) return null
  const places = test.unit_id === null ? units.map(({ id }) => id) : [test.unit_id]
  return places.every((unit) => {
    const grown = [...units, { id: unitBelow, parent_id: unit }]
    const actor = supposed(held, grown, unit)
    const may = (record: ExplainedRecord) => mayWith(actor, test, { entity, record, model })
    return recordsOf(test, actor, grown, unit).every((record) => may(record) === test.allowed)
  })
}

const memberId = 'supposed member'
const colleagueId = 'supposed colleague'
// A supposed unit, because the sentence may speak of a unit below where none exists.
const unitBelow = 'supposed unit'

function supposed({ administrator, heldRights }: GrantingMember, units: readonly Unit[], unit: string): Actor {
  return {
    id: memberId,
    administrator,
    heldRights: {
      ...heldRights,
      principals: [memberId],
      units: [...unitBranch(units, unit)],
      unitChain: [...chainOf(units, unit)],
    },
  }
}

function recordsOf(
  { owner, owner_unit_id: other }: PermissionTest,
  { heldRights }: Actor,
  units: readonly Unit[],
  unit: string,
): ExplainedRecord[] {
  const own: ExplainedRecord = { ownerId: memberId, unitId: unit, shares: [] }
  const of = (unitId: string): ExplainedRecord => ({ ownerId: colleagueId, unitId, shares: [] })
  switch (owner) {
    case 'self':
      return [own]
    case 'ownUnit':
      return [of(unit)]
    case 'below':
      return heldRights.units.filter((id) => id !== unit).map(of)
    case 'otherUnit':
      return [of(other ?? '')]
    case 'anybody':
      return [own, ...units.map(({ id }) => of(id))]
  }
}

function mayWith(
  actor: Actor,
  { action, attribute_id: attribute }: PermissionTest,
  known: {
    readonly entity: EntityDefinition
    readonly record: ExplainedRecord
    readonly model: Model
  },
): boolean {
  const { entity, record, model } = known
  if (action === 'create') {
    const reach = reachOf(actor, 'create', entity, model)
    const grounds = reach !== null && reach !== 'none' && 'grounds' in reach ? reach.grounds : []
    const owns = grounds.some((ground) => isOwnGround(ground) && groundHolds(ground, record))
    if (reach !== null && !owns) return false
  } else if (!mayAct(actor, action, known)) return false
  if (attribute === null) return true
  const { unread, fixed } = closedFields(actor, entity, model)
  return action === 'read' ? !unread.has(attribute) : !fixed.has(attribute)
}
