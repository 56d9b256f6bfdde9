import type { Member } from '#environments/environment.ts'
import { actions, type Privilege } from '#environments/memberRights.ts'

/** What a key leaves of its person's rights. */
export type Limits = {
  readonly readOnly: boolean
  /** The entities that it reaches; null: all of them. */
  readonly entityIds: readonly string[] | null
}

/**
 * The member as a key with fewer rights may act: never more than the person at this moment. An administrator's rights are
 * spelled out for the entities that there are, for what has no end can't be lessened.
 */
export function limitedMember(
  member: Member,
  { readOnly, entityIds }: Limits,
  everyEntityId: readonly string[],
): Member {
  const isLeft = ({ action, entityId }: Pick<Privilege, 'action' | 'entityId'>) =>
    (!readOnly || action === 'read') && (entityIds === null || entityIds.includes(entityId))
  const { heldRights } = member
  const privileges = member.administrator ? allOf(member, everyEntityId) : heldRights.privileges
  return {
    ...member,
    administrator: false,
    developerMode: false,
    heldRights: { ...heldRights, privileges: privileges.filter(isLeft), activities: new Set() },
  }
}

function allOf({ heldRights }: Member, entityIds: readonly string[]): Privilege[] {
  const [role] = heldRights.held
  if (!role) return []
  return entityIds.flatMap((entityId) =>
    actions.map((action) => ({ roleId: role.roleId, entityId, action, scope: 'all' as const })),
  )
}
