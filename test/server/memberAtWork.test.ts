import { afterAll, beforeAll, expect, test } from 'vitest'
import { createMembershipLookup } from '../../src/environments/server/membership.ts'
import { modelsOf } from '../../src/entities/server/model.ts'
import { createMemberAtWork, type FindMemberAtWork } from '../../src/main/memberAtWork.ts'
import { longWorkConnections } from '../../src/main/store.ts'
import type { BaseContext } from '../../src/platform/server/context.ts'
import { newId } from '../../src/platform/server/newId.ts'
import { refuseClosed } from '../../src/records/server/rights.ts'
import { openLedger, type Ledger } from '../support/writes.ts'

const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
const cause = { kind: 'bulk', id: 'job' } as const
let ledger: Ledger

beforeAll(async () => void (ledger = await openLedger('member_at_work')))
afterAll(() => ledger.close())

/** As a step that begins after what the lookup of memberships remembers is forgotten. */
function find(work: Partial<Parameters<FindMemberAtWork>[1]> = {}) {
  const { database } = ledger.house
  const ground: BaseContext = { database, newId, now: () => new Date(), log }
  const memberAtWork = createMemberAtWork({ ground, online: database, memberships: createMembershipLookup(ground) })
  return memberAtWork(ledger.place, { memberId: ledger.maker.id, cause, ...work })
}

const setState = (table: string, state: string, column: string) =>
  ledger.house.database.execute({
    text: `update lintel.${table} set status = $1 where ${column} = $2`,
    values: [state, ledger.maker.id],
  })

test('the member works in the name of a person, with the cause and the time zone of the request, and without a session', async () => {
  const member = await find({ timeZone: 'Asia/Tokyo' })
  expect(member).toMatchObject({
    caller: { userId: ledger.maker.id, keyId: null },
    member: { id: ledger.maker.id, administrator: true },
    environment: { id: ledger.place.id, role: ledger.place.schema },
    timeZone: 'Asia/Tokyo',
    requestId: 'job',
    cause,
  })
  expect(member).not.toHaveProperty('session')
})

test('a member at work does not change the records that are for programs with a key alone', async () => {
  const member = await find()
  const model = member && (await modelsOf(ledger.house.database).fresh(member.environment))
  const entity = [...(model?.entities.values() ?? [])].find(({ uri }) => uri === 'countries')
  if (!member || !entity) throw new Error('the member or the entity is missing')
  expect(() => refuseClosed(member, { ...entity, editable: false }, 'managed.update')).toThrow()
})

test('whoever may not sign in any more, or is no longer an active member, does nothing in the background', async () => {
  const before = await find()
  await setState('user', 'inactive', 'id')
  expect(await find()).toBeUndefined()
  await expect(before?.renewed()).rejects.toMatchObject({ code: 'environment.unknown' })
  await setState('user', 'active by email', 'id')
  await setState('environment_member', 'disabled', 'user_id')
  expect(await find()).toBeUndefined()
  await setState('environment_member', 'active', 'user_id')
  expect((await find())?.member.id).toBe(ledger.maker.id)
})

test('long work has a connection for every job that runs at once, and two for upkeep', () => {
  expect(longWorkConnections, 'longWorkConnections of src/main/store.ts').toBeGreaterThanOrEqual(
    ledger.house.mostJobs + 2,
  )
})
