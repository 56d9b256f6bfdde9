import type { MemberContext } from '#environments/server/environments.ts'
import { refuseSixth } from '#environments/server/environments.ts'
import { fault, refuseIf } from '#faults/fault.ts'
import { changeAccess } from '#security/server/admin/accessChange.ts'
import type { AdminDeps } from '#security/server/admin/deps.ts'
import { called, memberIn } from '#security/server/members/members.ts'

/**
 * Hands the environment over to an active administrator, against whose limit of five environments the environment
 * counts from now on. Only the owner may hand over.
 */
export async function handOverEnvironment(deps: AdminDeps, context: MemberContext, memberId: string): Promise<void> {
  await changeAccess(deps, context, 'manage-environment', async (change) => {
    const before = await memberIn(context, change, change.holder.id)
    if (!before.owner) throw fault('request.forbidden')
    const after = await memberIn(context, change, memberId)
    if (after.owner) return
    if (!after.administrator || after.status !== 'active')
      refuseIf([{ code: 'member.notAdministrator', target: 'member_id' }])
    await refuseSixth(change.transaction, memberId)
    await change.transaction.execute({
      text: 'update lintel.environment set owner_id = $2, version = version + 1 where id = $1',
      values: [context.environment.id, memberId],
    })
    const [from, to] = [called(before), called(after)]
    const subject = { id: context.environment.id, name: context.environment.name }
    await change.note({ kind: 'ownerChanged', subject, before: { owner: from.name }, after: { owner: to.name } })
  })
}
