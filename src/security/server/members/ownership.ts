import type { Model } from '#entities/model.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { qualified } from '#platform/sql.ts'
import { scopeOf } from '#security/scope.ts'
import type { AccessChange } from '#security/server/admin/accessChange.ts'
import { grantOf, rolesOfMember } from '#security/server/roles/grants.ts'

/** How many records of all entities belong to some owners or units. */
export async function countOwnedRecords(
  executor: Executor,
  schema: string,
  model: Model,
  of: { readonly column: 'owner_id' | 'owning_unit_id'; readonly ids: readonly string[] },
): Promise<number> {
  const counts = [...model.entities.values()].map(
    ({ uri }) => `select count(*) as n from ${qualified(schema, uri)} where ${of.column} = any($1)`,
  )
  if (counts.length === 0) return 0
  const [row] = await executor.query<{ n: string }>({
    text: `select sum(n) as n from (${counts.join(' union all ')}) counted`,
    values: [of.ids],
  })
  return Number(row?.n ?? 0)
}

/** A possible owner of records, an active member or an owner team, with the unit that records get from the owner. */
export async function ownerIn(
  { transaction, schema }: AccessChange,
  id: string,
): Promise<{ id: string; unit: string }> {
  const table = (name: string) => qualified(schema, name)
  const [owner] = await transaction.query<{ id: string; unit: string }>({
    text: `select principal.id, principal.unit_id as unit from ${table('_principal')} principal
      left join ${table('_member')} member on member.id = principal.id
      left join ${table('_team')} team on team.id = principal.id
      where principal.id = $1 and (member.status = 'active' or team.kind = 'owner')`,
    values: [id],
  })
  if (!owner) throw fault('member.unknown')
  return owner
}

/** Product ruling 2.3: a new owner must be able to read something of each entity whose records they get. */
export async function refuseUnfitOwner(
  { transaction, schema }: AccessChange,
  model: Model,
  from: string,
  to: { readonly id: string; readonly isTeam: boolean },
): Promise<void> {
  const roles = to.isTeam
    ? await rolesOfTeam(transaction, schema, to.id)
    : await rolesOfMember(transaction, schema, to.id)
  const grant = await grantOf(transaction, schema, roles)
  for (const entity of model.entities.values()) {
    if (scopeOf(grant, 'read', entity) !== 'none') continue
    const owned = await transaction.query({
      text: `select from ${qualified(schema, entity.uri)} where owner_id = $1 limit 1`,
      values: [from],
    })
    if (owned.length > 0)
      refuseIf([{ code: 'access.unfitOwner', target: 'new_owner_id', parameters: { entity: entity.name } }])
  }
}

/**
 * Product ruling 2.3: assigning requires update on each record. A member who is no administrator therefore hands over,
 * or moves to another unit, only records within the member's own reach; otherwise a manager of users could take any
 * record.
 */
export async function refuseForeignRecords(
  { transaction, schema, holder }: AccessChange,
  model: Model,
  ownerId: string,
): Promise<void> {
  if (holder.administrator) return
  for (const entity of model.entities.values()) {
    const reach = [scopeOf(holder, 'read', entity), scopeOf(holder, 'update', entity)]
    if (reach.every((scope) => scope === 'all')) continue
    const hasBranch = reach.every((scope) => scope === 'all' || scope === 'unit')
    const beyond = await transaction.query({
      text: `select from ${qualified(schema, entity.uri)} where owner_id = $1 and owning_unit_id <> all($2) limit 1`,
      values: [ownerId, hasBranch ? holder.heldRights.units : []],
    })
    if (beyond.length > 0) throw fault('access.exceeds')
  }
}

async function rolesOfTeam(executor: Executor, schema: string, teamId: string): Promise<string[]> {
  const rows = await executor.query<{ id: string }>({
    text: `select role_id as id from ${qualified(schema, '_role_member')} where principal_id = $1`,
    values: [teamId],
  })
  return rows.map(({ id }) => id)
}
