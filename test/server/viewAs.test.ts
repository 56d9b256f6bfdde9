import { afterAll, beforeAll, expect, test } from 'vitest'
import { newMember, newRole } from '../support/access.ts'
import { expected, newEnvironment, type Maker, type Place } from '../support/maker.ts'
import { openThings, type Things } from '../support/things.ts'

// Product part 1.2: «view as» is for reading only, and it is in the log.

let things: Things
let [bob, carl, dora]: Maker[] = []
let other: Place
const post = (by: Maker, member: string) =>
  by.send('POST', `/api/security/v1/${things.home.id}/viewas`, { member_id: member })
const as = (member: string) => ({ 'x-view-as': member })

beforeAll(async () => {
  things = await openThings('view_as')
  const { lintel, home, entity, maker } = things
  other = await newEnvironment(maker, 'other')
  const reader = await newRole(lintel.database, home, { privileges: { [entity.id]: { read: 'user' } } })
  const viewer = await newRole(lintel.database, home, {
    privileges: { [entity.id]: { read: 'all' } },
    activities: ['view-as'],
  })
  const boss = await newRole(lintel.database, home, { activities: ['see-audit'] })
  bob = await newMember(lintel, home, 'bob@example.org', [reader])
  carl = await newMember(lintel, home, 'carl@example.org', [viewer])
  dora = await newMember(lintel, home, 'dora@example.org', [boss])
})
afterAll(() => things.lintel.close())

test('an administrator sees what the member sees, changes nothing, and it is in the log', async () => {
  const { maker, home, records, record } = things
  if (!bob) throw new Error('no bob')
  expect((await maker.send('GET', records(), undefined, as(bob.id))).status).toBe(403)
  await expected(201, post(maker, bob.id))
  const seen = (await expected(200, maker.send('GET', records(), undefined, as(bob.id)))).json<{ value: unknown[] }>()
  expect(seen.value).toEqual([])
  expect((await maker.send('GET', records(`(${record})`), undefined, as(bob.id))).status).toBe(404)
  const asked = { 'content-type': 'text/plain', ...as(bob.id) }
  expect((await maker.send('POST', records('/$query'), '$top=1', asked)).json<{ value: unknown[] }>().value).toEqual([])
  const self = await expected(200, maker.send('GET', `/api/security/v1/${home.id}/self`, undefined, as(bob.id)))
  expect(self.json()).toMatchObject({ id: bob.id, administrator: false })
  const environment = await expected(200, maker.send('GET', `/api/env/v1/${home.id}`, undefined, as(bob.id)))
  expect(environment.json()).toMatchObject({ id: home.id, administrator: false, createdbyme: false })
  for (const [method, path, body] of [
    ['POST', records(), { title: 'mine' }],
    ['PATCH', records(`(${record})`), { title: 'mine' }],
    ['DELETE', records(`(${record})`), undefined],
    ['POST', records('?x=/$query'), { title: 'mine' }],
    ['POST', records('?/$query?'), { title: 'mine' }],
    ['PATCH', records(`(${record})?$filter=a/$query`), { title: 'mine' }],
    ['DELETE', records('/$query'), undefined],
    ['POST', `/api/metadata/view/v1/${home.id}/${things.entity.id}?x=/$query`, { name: 'Mine', personal: true }],
    ['POST', `/api/odata/v1/${home.id}/$batch`, { requests: [] }],
    ['POST', `/api/security/v1/${home.id}/role`, { name: 'Mine' }],
  ] as const) {
    const answer = await maker.send(method, path, body, as(bob.id))
    expect([method, path, answer.status, answer.text.includes('viewAs.readOnly')]).toEqual([method, path, 403, true])
  }
  expect((await maker.send('GET', records())).json<{ value: unknown[] }>().value).toHaveLength(1)
  const ended = () => maker.send('DELETE', `/api/security/v1/${home.id}/viewas/${bob?.id}`)
  await expected(204, ended())
  await expected(204, ended())
  expect((await maker.send('GET', records(), undefined, as(bob.id))).text).toContain('viewAs.over')
  const log = await things.lintel.database.query<{ kind: string }>({
    text: `select kind from "${home.schema}"._audit where kind like 'viewAs%' order by at`,
  })
  expect(log.map(({ kind }) => kind)).toEqual(['viewAsBegun', 'viewAsEnded'])
})

test('a form is filled in with what the member may link to, though that is asked for by POST', async () => {
  const { maker, home, entity } = things
  if (!bob) throw new Error('no bob')
  const made = await expected(
    201,
    maker.send('POST', `/api/metadata/attribute/v1/${home.id}/${entity.id}`, {
      name: 'Parent',
      uri: 'parent',
      type: 'N:1',
      related_entity: entity.id,
    }),
  )
  const address = `/api/candidate/v1/${home.id}/${made.json<{ id: string }>().id}`
  const offered = async (headers: Record<string, string>) =>
    (await expected(200, maker.send('POST', address, { form: {} }, headers))).json<{ value: unknown[] }>().value
  expect(await offered({})).toHaveLength(1)
  expect((await maker.send('POST', address, { form: {} }, as(bob.id))).text).toContain('viewAs.over')
  await expected(201, post(maker, bob.id))
  expect(await offered(as(bob.id))).toEqual([])
  await expected(204, maker.send('DELETE', `/api/security/v1/${home.id}/viewas/${bob.id}`))
})

test('personal views stay their creator’s, in the list, among the definitions and as what opens by default', async () => {
  const { maker, home, entity } = things
  if (!bob) throw new Error('no bob')
  const views = `/api/metadata/view/v1/${home.id}/${entity.id}`
  const made = await expected(201, bob.send('POST', views, { name: 'Mine alone', personal: true }))
  const { id } = made.json<{ id: string }>()
  await expected(200, bob.send('POST', `${views}/default`, { view_id: id }))
  await expected(201, post(maker, bob.id))
  const told = async (by: Maker, headers: Record<string, string>) => {
    const paths = [views, `${views}/${id}`, `/api/metadata/v1/${home.id}`]
    const answers = await Promise.all(paths.map((path) => by.send('GET', path, undefined, headers)))
    return answers.map(({ text }) => text.includes(id))
  }
  expect(await told(bob, {})).toEqual([true, true, true])
  expect(await told(maker, as(bob.id))).toEqual([false, false, false])
  await expected(204, maker.send('DELETE', `/api/security/v1/${home.id}/viewas/${bob.id}`))
})

test('nobody sees more by it than they may, nor without the activity, nor somewhere else', async () => {
  const { maker, home, records } = things
  if (!bob || !carl || !dora) throw new Error('nobody')
  await expected(403, post(bob, carl.id))
  expect((await post(carl, dora.id)).text).toContain('viewAs.exceeds')
  expect((await post(carl, maker.id)).text).toContain('viewAs.exceeds')
  await expected(201, post(carl, bob.id))
  await expected(200, carl.send('GET', records(), undefined, as(bob.id)))
  // The activity is asked for at each request.
  await things.lintel.database.execute({ text: `delete from "${home.schema}"._activity where activity = 'view-as'` })
  await things.lintel.database.execute({
    text: `update "${home.schema}"._version set access_version = access_version + 1`,
  })
  things.lintel.clock.pass(1100)
  await expected(403, carl.send('GET', records(), undefined, as(bob.id)))
  await expected(404, maker.send('POST', `/api/security/v1/${home.id}/viewas`, { member_id: crypto.randomUUID() }))
  await expected(404, maker.send('POST', `/api/security/v1/${other.id}/viewas`, { member_id: bob.id }))
  expect((await maker.send('GET', records(), undefined, as('nobody'))).text).toContain('viewAs.over')
})
