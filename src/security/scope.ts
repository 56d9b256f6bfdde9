import type { EntityDefinition } from '#entities/entity.ts'
import { scopes, type Action, type MemberRights, type Privilege, type Scope } from '#environments/memberRights.ts'
import type { Member } from '#environments/environment.ts'
import { memoize } from '#platform/memoize.ts'

type Actor = Pick<Member, 'administrator' | 'heldRights'>

/** The scope that one role gives for an action, with the principal through which the actor holds the role. */
export type Grant = { readonly roleId: string; readonly principalId: string; readonly scope: Scope }

const privilegesByEntity = memoize(({ privileges }: MemberRights) =>
  Map.groupBy(privileges, ({ entityId }) => entityId),
)

/** How far an action of the actor reaches on the records of an entity: the greatest scope of all roles (product ruling 2.3). */
export function scopeOf(
  actor: Actor,
  action: Action,
  { id, ownership }: Pick<EntityDefinition, 'id' | 'ownership'>,
): Scope {
  if (actor.administrator) return 'all'
  const greatest = privilegesOn(actor.heldRights, id)
    .filter((privilege) => privilege.action === action)
    .reduce((most, { scope }) => Math.max(most, scopes.indexOf(scope)), 0)
  const scope = scopes[greatest] ?? 'none'
  // Organisation-owned entities know only none and all.
  return ownership === 'organisation' && scope !== 'all' ? 'none' : scope
}

/** The roles that give an action and their scopes, greatest first: the reasons behind `scopeOf`. */
export function grantsOf({ heldRights }: Actor, action: Action, { id }: Pick<EntityDefinition, 'id'>): Grant[] {
  return privilegesOn(heldRights, id)
    .filter((privilege) => privilege.action === action && privilege.scope !== 'none')
    .flatMap(({ roleId, scope }) =>
      heldRights.held
        .filter((held) => held.roleId === roleId)
        .map(({ principalId }): Grant => ({ roleId, principalId, scope })),
    )
    .toSorted((one, other) => scopes.indexOf(other.scope) - scopes.indexOf(one.scope))
}

/** The roles that give any scope on an entity: only their field rules count for it. */
export function rolesOn(
  { heldRights }: Actor,
  { id, ownership }: Pick<EntityDefinition, 'id' | 'ownership'>,
): ReadonlySet<string> {
  const counts = (scope: Scope) => (ownership === 'organisation' ? scope === 'all' : scope !== 'none')
  return new Set(privilegesOn(heldRights, id).flatMap(({ roleId, scope }) => (counts(scope) ? [roleId] : [])))
}

function privilegesOn(heldRights: MemberRights, entityId: string): readonly Privilege[] {
  return privilegesByEntity(heldRights).get(entityId) ?? []
}
