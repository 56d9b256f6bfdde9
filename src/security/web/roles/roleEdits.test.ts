import { expect, test } from 'vitest'
import type { RoleDetail } from '#security/role.ts'
import { fieldIn, isCellEdited, noEdits, roleChangeOf, scopeIn, withScopes } from '#security/web/roles/roleEdits.ts'

const role: RoleDetail = {
  id: 'r1',
  name: 'Clerk',
  description: null,
  administrator: false,
  managed: false,
  default: false,
  version: 3,
  members: 2,
  teams: 0,
  entities: 1,
  privileges: [{ entity_id: 'deals', action: 'read', scope: 'unit' }],
  fields: [{ attribute_id: 'cost', may_read: true, may_update: false }],
  activities: ['import'],
}

test('without edits there is nothing to save', () => {
  expect(roleChangeOf(role, noEdits)).toBeUndefined()
  expect(scopeIn(role, noEdits, 'deals', 'read')).toBe('unit')
  expect(scopeIn(role, noEdits, 'deals', 'delete')).toBe('none')
  expect(fieldIn(role, noEdits, 'cost')).toEqual({ may_read: true, may_update: false })
  expect(fieldIn(role, noEdits, 'price')).toEqual({ may_read: true, may_update: true })
})

test('what is set and set back is no change; what differs is all that is sent', () => {
  const wider = withScopes(noEdits, [{ row: 'deals', action: 'read' }], 'all')
  expect(isCellEdited(role, wider, 'deals', 'read')).toBe(true)
  expect(roleChangeOf(role, wider)).toEqual({ privileges: [{ entity_id: 'deals', action: 'read', scope: 'all' }] })
  expect(roleChangeOf(role, withScopes(wider, [{ row: 'deals', action: 'read' }], 'unit'))).toBeUndefined()
})

test('activities go as the whole list, fields as the rules that changed', () => {
  const edits = {
    ...noEdits,
    activities: { export: true, import: true } as const,
    fields: { cost: { may_read: true, may_update: true } },
  }
  expect(roleChangeOf(role, edits)).toEqual({
    activities: ['import', 'export'],
    fields: [{ attribute_id: 'cost', may_read: true, may_update: true }],
  })
})

test('edits lie over a newer version of the role', () => {
  const edits = withScopes({ ...noEdits, name: 'Clerks' }, [{ row: 'deals', action: 'update' }], 'user')
  const newer: RoleDetail = { ...role, version: 4, privileges: [{ entity_id: 'deals', action: 'read', scope: 'all' }] }
  expect(scopeIn(newer, edits, 'deals', 'read')).toBe('all')
  expect(roleChangeOf(newer, edits)).toEqual({
    name: 'Clerks',
    privileges: [{ entity_id: 'deals', action: 'update', scope: 'user' }],
  })
})
