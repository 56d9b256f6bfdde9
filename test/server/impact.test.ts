import { afterAll, beforeAll, expect, test } from 'vitest'
import { scopes, type Action, type Scope } from '../../src/environments/memberRights.ts'
import { takeSlot } from '../../src/environments/server/environments.ts'
import type { AccessImpact } from '../../src/security/impact.ts'
import { bumpAccess, newRole } from '../support/access.ts'
import { referenceOf, type World, type WorldEntity } from '../support/accessReference.ts'
import { openAccessStage, type AccessStage } from '../support/accessStage.ts'
import { chanceOf, settle, worldOn, type Chance } from '../support/accessWorlds.ts'

// `IMPACT_CHANGES=500` tries as many; here it is a dozen.
const count = Number(process.env['IMPACT_CHANGES'] ?? 12)

let access: AccessStage
beforeAll(async () => {
  access = await openAccessStage('impact')
})
afterAll(() => access.lintel.close())

const ask = (body: object, by = access.administrator) =>
  by.send('POST', `/api/security/v1/${access.home.id}/impact`, body)

/** Per action of an entity: the records that each member may act on, by the reference. */
function actable(world: World, entity: WorldEntity, action: Exclude<Action, 'create'>) {
  const there = world.entities.find(({ uri }) => uri === entity.uri) ?? entity
  const reference = referenceOf(world)
  return new Map(
    world.members.map(({ id }) => [
      id,
      new Set(
        there.records
          .filter((record) => !record.isTrashed && reference.may(id, action, there, record))
          .map((record) => record.id),
      ),
    ]),
  )
}

/** On how many records at least one member can do after what they could not before. */
function opened(before: ReturnType<typeof actable>, after: ReturnType<typeof actable>): number {
  const gained = [...after].flatMap(([member, records]) => [...records].filter((id) => !before.get(member)?.has(id)))
  return new Set(gained).size
}

const idOf = (uri: string) => access.stage.entities.find((each) => each.uri === uri)?.id

type Change = { readonly body: object; readonly after: World }

/** A change of a role, of a member's roles, or of a team's members, by chance; with the world as it is then. */
function changeOf(world: World, chance: Chance): Change {
  const role = chance.pick(world.roles)
  const entity = chance.pick(world.entities)
  const kind = chance.pick(['role', 'member', 'team', 'unitDelete'])
  if (kind === 'unitDelete') return withoutUnit(world, chance)
  if (kind === 'role') {
    const action = chance.pick<Action>(['read', 'update', 'delete'])
    const scope = chance.pick<Scope>(entity.organisation ? ['none', 'all'] : scopes)
    const scopesNow = { ...role.scopes, [entity.uri]: { ...role.scopes[entity.uri], [action]: scope } }
    const roles = world.roles.map((each) => (each.id === role.id ? { ...role, scopes: scopesNow } : each))
    const privileges = [{ entity_id: idOf(entity.uri), action, scope }]
    return { body: { kind, id: role.id, change: { privileges } }, after: { ...world, roles } }
  }
  if (kind === 'member') {
    const member = chance.pick(world.members.filter(({ administrator }) => !administrator))
    const wanted = new Set(chance.some(world.roles).map(({ id }) => id))
    const roles = world.roles.map((each) => ({
      ...each,
      holders: [...each.holders.filter((id) => id !== member.id), ...(wanted.has(each.id) ? [member.id] : [])],
    }))
    return { body: { kind, id: member.id, change: { role_ids: [...wanted] } }, after: { ...world, roles } }
  }
  const team = chance.pick(world.teams)
  const members = chance.some(world.members).map(({ id }) => id)
  const teams = world.teams.map((each) => (each.id === team.id ? { ...team, members } : each))
  return { body: { kind, id: team.id, change: { member_ids: members } }, after: { ...world, teams } }
}

/** A unit goes, with all that it holds to one that is not below it. */
function withoutUnit(world: World, chance: Chance): Change {
  const unit = chance.pick(world.units.filter(({ parent }) => parent !== null))
  const isBelow = (id: string | null): boolean =>
    id !== null && (id === unit.id || isBelow(world.units.find((each) => each.id === id)?.parent ?? null))
  const target = chance.pick(world.units.filter(({ id }) => !isBelow(id))).id
  const placed = <Each extends { readonly unit: string }>(each: Each): Each =>
    each.unit === unit.id ? { ...each, unit: target } : each
  const after: World = {
    ...world,
    units: world.units
      .filter(({ id }) => id !== unit.id)
      .map((each) => (each.parent === unit.id ? { ...each, parent: target } : each)),
    members: world.members.map(placed),
    teams: world.teams.map(placed),
    entities: world.entities.map((each) => ({ ...each, records: each.records.map(placed) })),
    shares: world.shares.filter(({ principal }) => principal !== unit.id),
  }
  return { body: { kind: 'unitDelete', id: unit.id, change: { move_to: target } }, after }
}

test(
  `${count} changes of rights do what was foretold: on as many records, and nothing changes by asking`,
  { timeout: 20_000 + count * 1000 },
  async () => {
    const { lintel, stage, home } = access
    const found: string[] = []
    const seed = Number(process.env['SEED'] ?? 20_260_301)
    for (let turn = 0; turn < count; turn++) {
      const chance = chanceOf(seed + turn * 7919)
      const world = worldOn(stage, chance)
      await settle(lintel.database, stage, world)
      const { body, after } = changeOf(world, chance)
      const versions = () => lintel.database.query({ text: `select access_version from "${home.schema}"._version` })
      const before = await versions()
      const answer = await ask(body)
      expect(answer.status, answer.text).toBe(200)
      expect(await versions()).toEqual(before)
      const told = answer.json<AccessImpact>().actions
      for (const entity of world.entities)
        for (const action of ['read', 'update', 'delete'] as const) {
          const [was, then] = [actable(world, entity, action), actable(after, entity, action)]
          const said = told.find((each) => each.entity.id === idOf(entity.uri) && each.action === action)
          const wanted = { opened: opened(was, then), closed: opened(then, was) }
          const answered = { opened: said?.opened ?? 0, closed: said?.closed ?? 0 }
          if (JSON.stringify(wanted) !== JSON.stringify(answered))
            found.push(
              `${seed + turn * 7919} ${JSON.stringify(body)} ${entity.uri} ${action}: ${JSON.stringify({ wanted, answered })}`,
            )
        }
    }
    expect(found.slice(0, 8)).toEqual([])
  },
)

test('members who gain or lose are counted, activities and fields too', async () => {
  const { lintel, home, stage } = access
  const [accounts] = stage.entities
  const [, bob, carl] = stage.members
  if (!accounts || !bob || !carl) throw new Error('no stage')
  await settle(lintel.database, stage, { ...worldOn(stage, chanceOf(9)), roles: [], shares: [], teams: [] })
  const role = await newRole(lintel.database, home, { privileges: { [accounts.id]: { read: 'user' } } })
  for (const { id } of [bob, carl])
    await lintel.database.execute({
      text: `insert into "${home.schema}"._role_member (role_id, principal_id) values ($1, $2)`,
      values: [role, id],
    })
  await bumpAccess(lintel.database, home.schema)
  const city = accounts.attributes['city']
  const change = {
    privileges: [{ entity_id: accounts.id, action: 'read', scope: 'all' }],
    fields: [{ attribute_id: city, may_read: false, may_update: false }],
    activities: ['export', 'see-audit'],
  }
  const impact = (await ask({ kind: 'role', id: role, change })).json<AccessImpact>()
  expect(impact).toMatchObject({ members: 2, more: false })
  expect(impact.actions).toEqual([
    expect.objectContaining({ action: 'read', gaining: 2, losing: 0, opened: 8, closed: 0 }),
  ])
  expect(impact.fields.map(({ right, losing }) => ({ right, losing }))).toEqual([
    { right: 'read', losing: 2 },
    { right: 'update', losing: 2 },
  ])
  // Everybody exports here already.
  expect(impact.activities).toEqual([{ activity: 'see-audit', gaining: 2, losing: 0 }])
})

test('roles for many members, and a new team with its members and roles, are told like any change', async () => {
  const { lintel, home, stage } = access
  const [accounts] = stage.entities
  const [, bob, carl] = stage.members
  if (!accounts || !bob || !carl) throw new Error('no stage')
  await settle(lintel.database, stage, { ...worldOn(stage, chanceOf(9)), roles: [], shares: [], teams: [] })
  const role = await newRole(lintel.database, home, { privileges: { [accounts.id]: { read: 'all' } } })
  await bumpAccess(lintel.database, home.schema)
  const gains = [expect.objectContaining({ action: 'read', gaining: 2, losing: 0, closed: 0 })]
  const member_ids = [bob.id, carl.id]
  const many = await ask({ kind: 'members', change: { member_ids, add: [role] } })
  expect(many.json<AccessImpact>()).toMatchObject({ members: 2, more: false, actions: gains, tests: null })
  const team = { name: 'Readers', kind: 'owner', role_ids: [role], member_ids }
  expect((await ask({ kind: 'teamCreate', change: team })).json<AccessImpact>()).toMatchObject({
    members: 2,
    actions: gains,
  })
  // An access team only receives shares.
  const access_team = { ...team, kind: 'access', role_ids: [] }
  expect((await ask({ kind: 'teamCreate', change: access_team })).json<AccessImpact>().actions).toEqual([])
})

test('who may not make a change is not told what it would do', async () => {
  const { stage, people } = access
  const [accounts] = stage.entities
  const bob = people.get(stage.members[1]?.id ?? '')
  const body = {
    kind: 'entity',
    id: accounts?.id,
    change: { value: [{ role_id: crypto.randomUUID(), action: 'read', scope: 'all' }] },
  }
  expect((await ask(body, bob)).status).toBe(403)
  expect((await ask({ ...body, kind: 'nonsense' })).status).toBe(422)
})

test('one question at a time is counted in an environment; who comes meanwhile is told to wait', async () => {
  const role = await newRole(access.lintel.database, access.home, {})
  const body = { kind: 'role', id: role, change: { activities: ['export'] } }
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(body)))
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toContain(200)
  expect(statuses.filter((status) => status !== 200)).toEqual(statuses.filter((status) => status === 429))
  expect((await ask(body)).status).toBe(200)
  // As another process would.
  const giveBack = await takeSlot(access.lintel.database, { use: 'impact', environmentId: access.home.id, most: 1 })
  const refused = await ask(body)
  expect([refused.status, refused.headers['retry-after']]).toEqual([429, '10'])
  giveBack()
  expect((await ask(body)).status).toBe(200)
})
