import type { Activity } from '#environments/activity.ts'
import { actions, type Action, type Scope } from '#environments/memberRights.ts'
import type { FieldRuleRecord, RoleChange, RoleDetail } from '#security/role.ts'

/** What has been changed of a role and not been saved: laid over the role, whatever version of it that is. */
export type RoleEdits = {
  readonly name?: string
  readonly description?: string
  readonly default?: true
  /** By entity and action. */
  readonly cells: Readonly<Record<string, Scope>>
  /** By attribute. */
  readonly fields: Readonly<Record<string, Omit<FieldRuleRecord, 'attribute_id'>>>
  readonly activities: Readonly<Partial<Record<Activity, boolean>>>
}

export const noEdits: RoleEdits = { cells: {}, fields: {}, activities: {} }

/** How far an action reaches by the role with its edits. */
export function scopeIn(role: RoleDetail, edits: RoleEdits, entityId: string, action: Action): Scope {
  return edits.cells[cellKey(entityId, action)] ?? savedScope(role, entityId, action)
}

export function isCellEdited(role: RoleDetail, edits: RoleEdits, entityId: string, action: Action): boolean {
  return scopeIn(role, edits, entityId, action) !== savedScope(role, entityId, action)
}

export function withScopes(
  edits: RoleEdits,
  cells: readonly { readonly row: string; readonly action: Action }[],
  scope: Scope,
): RoleEdits {
  const set = Object.fromEntries(cells.map(({ row, action }) => [cellKey(row, action), scope]))
  return { ...edits, cells: { ...edits.cells, ...set } }
}

/** What the role leaves of an attribute: without a rule, all. */
export function fieldIn(role: RoleDetail, edits: RoleEdits, id: string): Omit<FieldRuleRecord, 'attribute_id'> {
  return edits.fields[id] ?? savedField(role, id)
}

export function hasActivity(role: RoleDetail, edits: RoleEdits, activity: Activity): boolean {
  return edits.activities[activity] ?? role.activities.includes(activity)
}

/** The change that the edits are, as the call takes it; undefined when they change nothing. */
export function roleChangeOf(role: RoleDetail, edits: RoleEdits): RoleChange | undefined {
  const privileges = Object.entries(edits.cells).flatMap(([key, scope]) => {
    const [entity_id = '', name] = key.split(' ')
    const action = actions.find((each) => each === name)
    return action && savedScope(role, entity_id, action) !== scope ? [{ entity_id, action, scope }] : []
  })
  const fields = Object.entries(edits.fields).flatMap(([attribute_id, rule]) => {
    const { may_read, may_update } = savedField(role, attribute_id)
    return may_read === rule.may_read && may_update === rule.may_update ? [] : [{ attribute_id, ...rule }]
  })
  const flipped = (Object.keys(edits.activities) as Activity[]).filter(
    (activity) => edits.activities[activity] !== role.activities.includes(activity),
  )
  const activities = [
    ...role.activities.filter((activity) => !flipped.includes(activity)),
    ...flipped.filter((activity) => edits.activities[activity]),
  ]
  const { name = role.name, description = role.description ?? '' } = edits
  const change: RoleChange = {
    ...(name === role.name ? {} : { name }),
    ...(description === (role.description ?? '') ? {} : { description: description === '' ? null : description }),
    ...(edits.default && !role.default ? { default: true } : {}),
    ...(privileges.length > 0 ? { privileges } : {}),
    ...(fields.length > 0 ? { fields } : {}),
    ...(flipped.length > 0 ? { activities } : {}),
  }
  return Object.keys(change).length > 0 ? change : undefined
}

function cellKey(entityId: string, action: Action): string {
  return `${entityId} ${action}`
}

function savedScope(role: RoleDetail, entityId: string, action: Action): Scope {
  if (role.administrator) return 'all'
  return role.privileges.find((each) => each.entity_id === entityId && each.action === action)?.scope ?? 'none'
}

function savedField(role: RoleDetail, id: string): Omit<FieldRuleRecord, 'attribute_id'> {
  const { may_read = true, may_update = true } = role.fields.find(({ attribute_id }) => attribute_id === id) ?? {}
  return { may_read, may_update }
}
