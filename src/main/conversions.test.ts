import { expect, test } from 'vitest'
import type { Activity } from '#environments/activity.ts'
import type { MembershipLookup } from '#environments/server/membership.ts'
import type { JobRow } from '#jobs/server/jobs.store.ts'
import type { BaseContext } from '#platform/server/context.ts'
import { conversionContext } from '#main/conversions.ts'
import { createMemberAtWork } from '#main/memberAtWork.ts'

const place = { id: 'e', schema: 'env_e' }
const job = { by_id: 'anna', cause: { kind: 'request', id: 'r' }, data: { operations: [] } } as unknown as JobRow

function contextFor({ signsIn = true, member = true, activities = ['alter-entities'] as readonly Activity[] }) {
  const ground = {
    database: { query: async () => (signsIn ? [{ id: 'anna' }] : []), under: () => undefined },
  } as unknown as BaseContext
  const renewed = async () => ({ heldRights: { activities: new Set(activities) } })
  const memberships = {
    find: async () => (member ? { environment: { role: 'env_e' }, renewed } : null),
  } as unknown as MembershipLookup
  return conversionContext(ground, createMemberAtWork({ ground, online: ground.database, memberships }))(place, job)
}

test('a change that takes long is made for whoever may still sign in and is a member, with the rights of that moment', async () => {
  expect(await contextFor({})).toMatchObject({ member: { id: 'anna' }, role: 'env_e' })
  await expect(contextFor({ signsIn: false })).rejects.toMatchObject({ code: 'environment.unknown' })
  await expect(contextFor({ member: false })).rejects.toMatchObject({ code: 'environment.unknown' })
  const { member } = await contextFor({ activities: ['import'] })
  expect([...member.heldRights.activities]).toEqual(['import'])
})
