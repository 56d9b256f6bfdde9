import { actions } from '#environments/memberRights.ts'
import type { EntityRoleRecord } from '#security/role.ts'

/** Rights of a role on one attribute, from full to none. */
export const fieldStates = ['both', 'readOnly', 'none'] as const
export type FieldState = (typeof fieldStates)[number]

/** One cell of the matrix: a role's rights on an attribute. */
export type FieldCell = { readonly attribute_id: string; readonly role_id: string; readonly state: FieldState }

/** The saved state of a cell; without a rule a role has full rights on an attribute. */
export function savedState(role: EntityRoleRecord, attributeId: string): FieldState {
  const rule = role.fields.find(({ attribute_id }) => attribute_id === attributeId)
  if (role.administrator || !rule || rule.may_update) return 'both'
  return rule.may_read ? 'readOnly' : 'none'
}

/** The next state round the circle, or the one before. */
export function steppedState(state: FieldState, by: 1 | -1): FieldState {
  const at = fieldStates.indexOf(state) + by
  return fieldStates.at(at % fieldStates.length) ?? 'both'
}

/** Which roles have a column: those that allow anything in the table, or have a rule already. An administrator has none. */
export function ruledRoles(roles: readonly EntityRoleRecord[]): readonly EntityRoleRecord[] {
  return roles.filter(
    (role) => !role.administrator && (role.fields.length > 0 || actions.some((action) => role[action] !== 'none')),
  )
}

/** The rules that differ from the saved rules after the edits. */
export function fieldChangesOf(roles: readonly EntityRoleRecord[], edits: readonly FieldCell[]) {
  return edits.flatMap(({ attribute_id, role_id, state }) => {
    const role = roles.find((each) => each.role_id === role_id)
    if (!role || savedState(role, attribute_id) === state) return []
    return [{ role_id, attribute_id, may_read: state !== 'none', may_update: state === 'both' }]
  })
}
