import { expect, test } from 'vitest'
import { activities } from '#environments/activity.ts'
import type { Member } from '#environments/environment.ts'
import { limitedMember } from '#environments/limitedMember.ts'

const member: Member = {
  id: 'm',
  unitId: 'u',
  roles: ['r'],
  administrator: false,
  developerMode: true,
  accessVersion: 1,
  heldRights: {
    principals: ['m'],
    units: ['u'],
    unitChain: ['u'],
    held: [{ roleId: 'r', principalId: 'm' }],
    privileges: [
      { roleId: 'r', entityId: 'orders', action: 'read', scope: 'owned' },
      { roleId: 'r', entityId: 'orders', action: 'update', scope: 'user' },
      { roleId: 'r', entityId: 'staff', action: 'read', scope: 'all' },
    ],
    fieldRules: [{ roleId: 'r', attributeId: 'salary', mayRead: false, mayUpdate: false }],
    activities: new Set(activities),
  },
}
const all = ['orders', 'staff', 'stock']
const said = ({ heldRights }: Member) =>
  heldRights.privileges.map(({ entityId, action, scope }) => `${entityId} ${action} ${scope}`)

test('a key that may only read has the person’s rights to read, with their scopes, and none to change', () => {
  expect(said(limitedMember(member, { readOnly: true, entityIds: null }, all))).toEqual([
    'orders read owned',
    'staff read all',
  ])
})

test('a key for chosen entities has the person’s rights there and none elsewhere, not even those nobody has', () => {
  expect(said(limitedMember(member, { readOnly: false, entityIds: ['orders', 'stock'] }, all))).toEqual([
    'orders read owned',
    'orders update user',
  ])
})

test('an administrator’s rights are spelled out and then lessened; activities, developer mode and the title are gone', () => {
  const limited = limitedMember({ ...member, administrator: true }, { readOnly: true, entityIds: ['stock'] }, all)
  expect(said(limited)).toEqual(['stock read all'])
  expect([limited.administrator, limited.developerMode, limited.heldRights.activities.size]).toEqual([false, false, 0])
})

test('field rules stay', () => {
  const limited = limitedMember(member, { readOnly: true, entityIds: null }, all)
  expect(limited.heldRights.fieldRules).toEqual(member.heldRights.fieldRules)
})
