import type { Model } from '#entities/model.ts'
import type { MemberRecord } from '#security/member.ts'
import type { AccessChange } from '#security/server/admin/accessChange.ts'
import { grantOf, refuseExcess, refuseForeignUnit, rolesOfMember } from '#security/server/roles/grants.ts'

/** Refuses changes of a member with more rights than the changer, or outside the changer's branch. */
export async function refuseGreaterMember(
  { transaction, schema, holder }: AccessChange,
  model: Model,
  member: MemberRecord,
): Promise<void> {
  if (holder.administrator) return
  refuseForeignUnit(holder, member.unit_id)
  const roles = await rolesOfMember(transaction, schema, member.id)
  refuseExcess(holder, model, { after: await grantOf(transaction, schema, roles), units: [member.unit_id] })
}

/** Refuses roles that allow more than the giver holds; roles that the member already has may stay. */
export async function refuseMoreRoles(
  { transaction, schema, holder }: AccessChange,
  model: Model,
  member: MemberRecord,
  roleIds: readonly string[],
): Promise<void> {
  const had = new Set(member.roles.map(({ id }) => id))
  for (const id of roleIds) {
    if (had.has(id)) continue
    refuseExcess(holder, model, { after: await grantOf(transaction, schema, [id]), units: [member.unit_id] })
  }
}

/** Another unit is another reach of the scope *business unit*: it too may be no more than the giver's own. */
export async function refuseWiderUnit(
  { transaction, schema, holder }: AccessChange,
  model: Model,
  memberId: string,
  unitId: string,
): Promise<void> {
  const roles = await rolesOfMember(transaction, schema, memberId)
  refuseExcess(holder, model, { after: await grantOf(transaction, schema, roles), units: [unitId] })
}
