import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actions, scopes, type Action } from '../../src/environments/memberRights.ts'
import type { ActionExplanation, Explanation, FixRecord } from '../../src/security/explanation.ts'
import {
  referenceOf,
  type World,
  type WorldEntity,
  type WorldRecord,
  type WorldRole,
} from '../support/accessReference.ts'
import { openAccessStage, type AccessStage } from '../support/accessStage.ts'
import { chanceOf, settle, worldOn } from '../support/accessWorlds.ts'

// `EXPLAIN_TUPLES=10000` asks as many; here it is a hundred.
const count = Number(process.env['EXPLAIN_TUPLES'] ?? 100)
const perWorld = 25

let access: AccessStage
beforeAll(async () => {
  access = await openAccessStage('explain')
})
afterAll(() => access.lintel.close())

const asked = async (by: string, entity: WorldEntity, rest: string) => {
  const { home, stage, people } = access
  const id = stage.entities.find(({ uri }) => uri === entity.uri)?.id
  return (
    people.get(by)?.send('GET', `/api/security/v1/${home.id}/explain?entity=${id}${rest}`) ??
    Promise.reject(new Error(by))
  )
}

/** The world as it would be after a fix. */
function fixed(
  world: World,
  fix: FixRecord,
  { member, entity, record }: { readonly member: string; readonly entity: WorldEntity; readonly record: WorldRecord },
): World {
  switch (fix.kind) {
    case 'share': {
      const may = {
        read: fix.rights.includes('read'),
        update: fix.rights.includes('update'),
        delete: fix.rights.includes('delete'),
      }
      const shared = fix.through?.record?.id ?? record.id
      return {
        ...world,
        shares: [...world.shares, { entity: entity.uri, record: shared, principal: member, may, isOver: false }],
      }
    }
    case 'assign': {
      const change = (each: WorldRecord) => (each.id === record.id ? { ...each, owner: member } : each)
      return { ...world, entities: world.entities.map((each) => ({ ...each, records: each.records.map(change) })) }
    }
    case 'team':
      return {
        ...world,
        teams: world.teams.map((team) =>
          team.id === fix.team?.id ? { ...team, members: [...team.members, member] } : team,
        ),
      }
    case 'role':
      return {
        ...world,
        roles: world.roles.map((role) =>
          role.id === fix.role?.id ? { ...role, holders: [...role.holders, member] } : role,
        ),
      }
    case 'scope': {
      const { scope } = fix
      if (scope === null) throw new Error('a scope without one')
      // The role that everybody has for exports stands outside of the world.
      const everyone: WorldRole = {
        id: fix.role?.id ?? '',
        holders: world.members.map(({ id }) => id),
        scopes: {},
        rules: {},
      }
      const isThere = world.roles.some(({ id }) => id === everyone.id)
      const roles = isThere ? world.roles : [...world.roles, everyone]
      return {
        ...world,
        roles: roles.map((role) => {
          if (role.id !== fix.role?.id) return role
          const had = role.scopes[entity.uri] ?? {}
          const wider = fix.rights.filter((each) => scopes.indexOf(had[each] ?? 'none') < scopes.indexOf(scope))
          const now = { ...had, ...Object.fromEntries(wider.map((each) => [each, scope])) }
          return { ...role, scopes: { ...role.scopes, [entity.uri]: now } }
        }),
      }
    }
  }
}

/** How many records of the entity a fix opens by the reference, and whether the one at hand is among them. */
function opened(
  world: World,
  after: World,
  { member, entity, record, action }: { member: string; entity: WorldEntity; record: WorldRecord; action: Action },
) {
  const may = (where: World) => {
    const there = where.entities.find(({ uri }) => uri === entity.uri) ?? entity
    const reference = referenceOf(where)
    const open = there.records.filter((each) => !each.isTrashed && reference.may(member, action, there, each))
    return new Set(open.map(({ id }) => id))
  }
  const [before, now] = [may(world), may(after)]
  return { count: [...now].filter((id) => !before.has(id)).length, isOpen: now.has(record.id) }
}

async function disagreements(
  wanted: number,
  seed: number,
): Promise<{ found: string[]; fixes: number; through: number }> {
  const found: string[] = []
  let fixes = 0
  let through = 0
  const { lintel, stage, administrator } = access
  for (let done = 0, turn = 0; done < wanted; turn++) {
    const chance = chanceOf(seed + turn * 7919)
    const world = worldOn(stage, chance)
    await settle(lintel.database, stage, world)
    const reference = referenceOf(world)
    for (let left = perWorld; left > 0 && done < wanted; left--, done++) {
      const entity = chance.pick(world.entities)
      const record = chance.pick(entity.records.filter(({ isTrashed }) => !isTrashed))
      const member = chance.pick(world.members).id
      const answer = await asked(administrator.id, entity, `&record=${record.id}&user=${member}`)
      if (answer.status !== 200) {
        found.push(`${answer.status} ${answer.text}`)
        continue
      }
      const told = answer.json<Explanation>().actions
      for (const action of actions) {
        const { allowed, via, missing } = told[action] as ActionExplanation
        const wantedVerdict =
          action === 'create'
            ? reference.scope(member, 'create', entity) !== 'none'
            : reference.may(member, action, entity, record)
        const place = `world ${seed + turn * 7919}, ${entity.uri} ${action} ${record.id} by ${member}`
        if (allowed !== wantedVerdict) found.push(`${place}: ${allowed}`)
        if (allowed !== via.length > 0) found.push(`${place}: ${via.length} reasons`)
        for (const each of [...via, ...missing]) if (each.through?.record) through++
        for (const fix of missing) {
          fixes++
          const then = opened(world, fixed(world, fix, { member, entity, record }), { member, entity, record, action })
          if (!then.isOpen || then.count !== fix.opens)
            found.push(
              `${place}: ${fix.kind} ${fix.role?.name ?? ''} opens ${then.count}, not ${fix.opens}; open: ${then.isOpen}`,
            )
        }
      }
    }
  }
  return { found, fixes, through }
}

describe('an explanation is what the rules say, in worlds of chance', () => {
  test(
    `${count} records: each verdict, and each fix opens exactly what it announces`,
    { timeout: 5000 + count * 400 },
    async () => {
      const { found, fixes, through } = await disagreements(count, Number(process.env['SEED'] ?? 20_260_201))
      expect(found.slice(0, 12)).toEqual([])
      expect(fixes).toBeGreaterThan(count / 4)
      // Some by a share of a record that this one belongs to.
      expect(through).toBeGreaterThan(0)
    },
  )
})

describe('an explanation tells no more than its asker may know', () => {
  test('others are explained to nobody without the activity, nor records that the asker does not read', async () => {
    const { lintel, stage, administrator } = access
    const world = worldOn(stage, chanceOf(5))
    await settle(lintel.database, stage, { ...world, roles: [], shares: [] })
    const [accounts] = world.entities
    const [record] = accounts?.records ?? []
    const [, bob, carl] = stage.members
    if (!accounts || !record || !bob || !carl) throw new Error('no world')
    expect((await asked(bob.id, accounts, `&user=${carl.id}`)).status).toBe(403)
    // Nothing of the table is there for who has no right on it.
    expect((await asked(bob.id, accounts, '')).status).toBe(404)
    expect((await asked(bob.id, accounts, `&record=${record.id}`)).status).toBe(404)
    expect((await asked(administrator.id, accounts, `&record=${crypto.randomUUID()}`)).status).toBe(404)
    expect((await asked(administrator.id, accounts, `&user=${crypto.randomUUID()}`)).status).toBe(404)
  })

  test('whoever explains access without reading the record hears of roles, not of whose it is', async () => {
    const { lintel, stage, home } = access
    const world = worldOn(stage, chanceOf(6))
    const [accounts] = world.entities
    const [, bob, carl] = stage.members
    const record = accounts?.records.find(({ owner }) => owner !== bob?.id)
    if (!accounts || !record || !bob || !carl) throw new Error('no world')
    const role = {
      id: crypto.randomUUID(),
      holders: [carl.id],
      scopes: { accounts: { read: 'all' } },
      rules: {},
    } as const
    await settle(lintel.database, stage, { ...world, roles: [role], shares: [] })
    await lintel.database.execute({
      text: `insert into "${home.schema}"._role (id, name, created_on) values ($1, 'explainer', now())`,
      values: [home.id],
    })
    for (const text of [
      `insert into "${home.schema}"._activity (role_id, activity) values ('${home.id}', 'explain-access')`,
      `insert into "${home.schema}"._role_member (role_id, principal_id) values ('${home.id}', '${bob.id}')`,
      `update "${home.schema}"._version set access_version = access_version + 1`,
    ])
      await lintel.database.execute({ text })
    lintel.clock.pass(1100)
    const answer = (
      await asked(bob.id, accounts, `&record=${record.id}&user=${carl.id}&action=read`)
    ).json<Explanation>()
    expect(answer.actions.read).toMatchObject({ allowed: true, via: [{ kind: 'all', principal: null }] })
    const own = (await asked(bob.id, accounts, `&record=${record.id}&action=read`)).json<Explanation>()
    expect(own.actions.read?.allowed).toBe(false)
    expect(own.actions.read?.missing.map(({ kind }) => kind)).not.toContain('assign')
    expect(own.actions.read?.missing).toContainEqual(expect.objectContaining({ kind: 'role', opens: 8 }))
    expect(Object.keys(own.actions)).toEqual(['read'])
  })

  test('asked member by member, nothing tells whose an unreadable record is; who administers rights hears it', async () => {
    const { lintel, stage, home, administrator } = access
    const world = worldOn(stage, chanceOf(6))
    const [accounts] = world.entities
    const [, bob, ...others] = stage.members
    if (!accounts || !bob) throw new Error('no world')
    const readers = [bob, ...others].map(({ id }) => id)
    const scopes = { accounts: { read: 'user', update: 'user', delete: 'none' } } as const
    const role = { id: crypto.randomUUID(), holders: readers, scopes, rules: {} }
    await settle(lintel.database, stage, { ...world, roles: [role], shares: [] })
    const hold = async (activity: string) => {
      for (const text of [
        `insert into "${home.schema}"._role (id, name, created_on) values ('${home.id}', 'explainer', now()) on conflict do nothing`,
        `insert into "${home.schema}"._activity (role_id, activity) values ('${home.id}', '${activity}')`,
        `insert into "${home.schema}"._role_member (role_id, principal_id) values ('${home.id}', '${bob.id}') on conflict do nothing`,
        `update "${home.schema}"._version set access_version = access_version + 1`,
      ])
        await lintel.database.execute({ text })
      lintel.clock.pass(1100)
    }
    await hold('explain-access')
    const reference = referenceOf({ ...world, roles: [role], shares: [] })
    const unread = accounts.records.filter((each) => !each.isTrashed && !reference.may(bob.id, 'read', accounts, each))
    expect(unread.length).toBeGreaterThan(1)
    // Answers about a member are the same for each record that the asker does not read, whoever owns it and wherever.
    const told = async (member: string) => {
      const answers = new Set<string>()
      for (const { id } of unread) {
        const answer = await asked(bob.id, accounts, `&record=${id}&user=${member}`)
        expect(answer.status).toBe(200)
        answers.add(answer.text.replaceAll(id, ''))
      }
      return [...answers]
    }
    for (const member of readers) {
      const answers = await told(member)
      expect(answers).toHaveLength(1)
      const { actions: verdicts } = JSON.parse(answers[0] ?? '') as Explanation
      const wanted = member === bob.id ? false : null
      expect([verdicts.read?.allowed, verdicts.update?.allowed, verdicts.delete?.allowed]).toEqual([
        wanted,
        wanted,
        false,
      ])
      expect(JSON.stringify(verdicts)).not.toMatch(/"kind":"(owner|team|unit|share)","principal"/)
    }
    const ofBoss = JSON.parse((await told(administrator.id))[0] ?? '') as Explanation
    expect(ofBoss.actions.update).toMatchObject({ allowed: true, via: [{ kind: 'administrator' }] })
    await hold('manage-roles')
    const verdicts = new Set(
      (await Promise.all(readers.slice(1).map(told)))
        .flat()
        .map((text) => JSON.parse(text) as Explanation)
        .map(({ actions: of }) => of.read?.allowed),
    )
    expect(verdicts.has(null)).toBe(false)
  })
})
