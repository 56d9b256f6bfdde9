import type { Model } from '#entities/model.ts'
import type { MemberContext } from '#environments/server/environments.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import { qualified } from '#platform/sql.ts'
import { differenceOf, type SecurityFacts } from '#security/securityEvent.ts'
import { grantOfAllowed } from '#security/grant.ts'
import { changeAccess, type AccessChange } from '#security/server/admin/accessChange.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { grantOf, refuseExcess, refuseForeignUnit } from '#security/server/roles/grants.ts'
import { countOwnedRecords } from '#security/server/members/ownership.ts'
import { listUnits } from '#security/server/teams/units.store.ts'
import { heldRoles } from '#security/server/roles/heldRoles.ts'
import {
  unitBranch,
  chainOf,
  idsBeyond,
  type UnitChange,
  type UnitDraft,
  type UnitMovePreview,
  type UnitRecord,
} from '#security/unit.ts'

/** Makes a business unit below another one. */
export function createUnit(deps: AdminDeps, context: MemberContext, draft: UnitDraft): Promise<UnitRecord> {
  const id = context.newId()
  return changeAccess(deps, context, 'manage-units', async (change) => {
    const { transaction, schema, holder } = change
    const units = await listUnits(transaction, schema)
    unitIn(units, draft.parent_id)
    refuseForeignUnit(holder, draft.parent_id)
    refuseTakenName(units, { id, ...draft })
    await transaction.execute({
      text: `insert into ${qualified(schema, '_unit')} (id, parent_id, name, created_on) values ($1, $2, $3, $4)`,
      values: [id, draft.parent_id, draft.name, context.now()],
    })
    await transaction.execute({
      text: `insert into ${qualified(schema, '_principal')} (id, kind, name, unit_id) values ($1, 'unit', $2, $1)`,
      values: [id, draft.name],
    })
    const made = await listUnits(transaction, schema)
    const unit = unitIn(made, id)
    await change.note({ kind: 'unitCreated', subject: unit, before: null, after: factsOf(made, unit) })
    return unit
  })
}

/**
 * Renames a unit or moves the unit with its branch. The root cannot move, and no unit moves below itself. Records move
 * with their unit.
 */
export function changeUnit(deps: AdminDeps, context: MemberContext, id: string, wish: UnitChange): Promise<UnitRecord> {
  return deps.models.fresh(context.environment).then((model) =>
    changeAccess(deps, context, 'manage-units', async (change) => {
      const { transaction, schema, holder } = change
      const units = await listUnits(transaction, schema)
      const before = unitIn(units, id)
      refuseForeignUnit(holder, id)
      if (wish.version !== undefined && wish.version !== before.version) throw fault('definition.stale')
      const next = { id, name: wish.name ?? before.name, parent_id: wish.parent_id ?? before.parent_id }
      if (next.parent_id !== before.parent_id && next.parent_id !== null) {
        refuseMove(units, before, next.parent_id)
        refuseForeignUnit(holder, next.parent_id)
        await refuseWidening(change, model, units, before, next.parent_id)
      }
      refuseTakenName(units, next)
      await transaction.execute({
        text: `update ${qualified(schema, '_unit')} set name = $2, parent_id = $3, version = version + 1 where id = $1`,
        values: [id, next.name, next.parent_id],
      })
      await transaction.execute({
        text: `update ${qualified(schema, '_principal')} set name = $2 where id = $1`,
        values: [id, next.name],
      })
      const made = await listUnits(transaction, schema)
      const unit = unitIn(made, id)
      const difference = differenceOf(factsOf(units, before), factsOf(made, unit))
      if (difference) await change.note({ kind: 'unitChanged', subject: unit, ...difference })
      return unit
    }),
  )
}

/** Counts the members and records that a move would touch, without moving. */
export async function previewMove(
  deps: AdminDeps,
  { database, environment }: MemberContext,
  id: string,
  parentId: string,
): Promise<UnitMovePreview> {
  const { schema } = environment
  const model = await deps.models.fresh(environment)
  const units = await listUnits(database, schema)
  const unit = unitIn(units, id)
  refuseMove(units, unit, parentId)
  const branch = [...unitBranch(units, id)]
  return {
    members: sumOf(units, new Set(branch)),
    records: await countOwnedRecords(database, schema, model, { column: 'owning_unit_id', ids: branch }),
  }
}

/** Deletes a unit that is empty, or whose members, teams, records and units below are moved to another one. */
export async function deleteUnit(
  deps: AdminDeps,
  context: MemberContext,
  id: string,
  wish: { readonly move_to?: string | undefined; readonly version?: number | undefined },
): Promise<void> {
  const model = await deps.models.fresh(context.environment)
  await changeAccess(deps, context, 'manage-units', async (change) => {
    const { transaction, schema, holder } = change
    const units = await listUnits(transaction, schema)
    const unit = unitIn(units, id)
    refuseForeignUnit(holder, id)
    if (wish.version !== undefined && wish.version !== unit.version) throw fault('definition.stale')
    if (unit.parent_id === null) throw fault('unit.root')
    if (wish.move_to === undefined) await refuseFull(change, model, units, unit)
    else await empty(deps, context, change, { model, units, unit, to: wish.move_to })
    await transaction.execute({
      text: `update lintel.invite set unit_id = $2 where unit_id = $1 and environment_id = $3`,
      values: [id, wish.move_to ?? unit.parent_id, context.environment.id],
    })
    await transaction.execute({ text: `delete from ${qualified(schema, '_principal')} where id = $1`, values: [id] })
    await transaction.execute({ text: `delete from ${qualified(schema, '_unit')} where id = $1`, values: [id] })
    await change.note({ kind: 'unitDeleted', subject: unit, before: factsOf(units, unit), after: null })
  })
}

/** A unit of this environment; any other is unknown. */
export function unitIn(units: readonly UnitRecord[], id: string): UnitRecord {
  const unit = units.find((each) => each.id === id)
  if (!unit) throw fault('unit.unknown')
  return unit
}

type Emptying = {
  readonly model: Model
  readonly units: readonly UnitRecord[]
  readonly unit: UnitRecord
  readonly to: string
}

async function empty(
  deps: AdminDeps,
  context: MemberContext,
  change: AccessChange,
  { model, units, unit, to }: Emptying,
): Promise<void> {
  const { transaction, schema, holder } = change
  unitIn(units, to)
  if (unitBranch(units, unit.id).has(to)) throw fault('unit.cycle')
  refuseForeignUnit(holder, to)
  await refuseWidening(change, model, units, unit, to)
  for (const child of units.filter(({ parent_id }) => parent_id === unit.id))
    refuseTakenName(units, { ...child, parent_id: to })
  await transaction.execute({
    text: `update ${qualified(schema, '_unit')} set parent_id = $2, version = version + 1 where parent_id = $1`,
    values: [unit.id, to],
  })
  await transaction.execute({
    text: `update ${qualified(schema, '_principal')} set unit_id = $2 where unit_id = $1 and id <> $1`,
    values: [unit.id, to],
  })
  await deps.handOver(context, transaction, model, { of: { unit: unit.id }, unit: to })
}

function refuseMove(units: readonly UnitRecord[], unit: UnitRecord, parentId: string): void {
  unitIn(units, parentId)
  if (unit.parent_id === null) throw fault('unit.root')
  if (unitBranch(units, unit.id).has(parentId)) throw fault('unit.cycle')
}

async function refuseFull(
  { transaction, schema }: AccessChange,
  model: Model,
  units: readonly UnitRecord[],
  unit: UnitRecord,
): Promise<void> {
  const below = units.filter(({ parent_id }) => parent_id === unit.id).length
  const held = await transaction.query({
    text: `select from ${qualified(schema, '_principal')} where unit_id = $1 and id <> $1 limit 1`,
    values: [unit.id],
  })
  const records = await countOwnedRecords(transaction, schema, model, { column: 'owning_unit_id', ids: [unit.id] })
  if (below > 0 || held.length > 0 || records > 0) throw fault('unit.notEmpty')
}

/**
 * Units above the new parent gain the moved branch in their scope *business unit*. The mover must hold the rights that
 * others gain.
 */
async function refuseWidening(
  { transaction, schema, holder }: AccessChange,
  model: Model,
  units: readonly UnitRecord[],
  unit: UnitRecord,
  parentId: string,
): Promise<void> {
  if (holder.administrator) return
  const gaining = idsBeyond(chainOf(units, parentId), chainOf(units, unit.parent_id ?? unit.id))
  const roles = await transaction.query<{ id: string }>({
    text: `select distinct held.role_id as id from ${qualified(schema, '_principal')} placed
      join ${heldRoles(schema)} held on held.member_id = placed.id
      where placed.unit_id = any($1)`,
    values: [gaining],
  })
  const grant = await grantOf(
    transaction,
    schema,
    roles.map(({ id }) => id),
  )
  const privileges = grant.heldRights.privileges.filter(({ scope }) => scope === 'unit')
  const opened = grantOfAllowed({ ...grant.heldRights, administrator: false, privileges, activities: new Set() })
  refuseExcess(holder, model, { after: opened, units: [unit.id, ...gaining] })
}

/** Units of one parent have different names. */
function refuseTakenName(
  units: readonly UnitRecord[],
  { id, name, parent_id }: Pick<UnitRecord, 'id' | 'name' | 'parent_id'>,
): void {
  const isTaken = units.some(
    (unit) => unit.id !== id && unit.parent_id === parent_id && unit.name.toLowerCase() === name.toLowerCase(),
  )
  if (isTaken) refuseIf([{ code: 'validation.taken', target: 'name' }])
}

function sumOf(units: readonly UnitRecord[], ids: ReadonlySet<string>): number {
  return units.filter(({ id }) => ids.has(id)).reduce((sum, { members }) => sum + members, 0)
}

function factsOf(units: readonly UnitRecord[], { name, parent_id }: UnitRecord): SecurityFacts {
  return { name, parent: units.find(({ id }) => id === parent_id)?.name ?? null }
}
