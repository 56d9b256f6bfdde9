import { randomUUID } from 'node:crypto'
import { activities } from '../../src/environments/activity.ts'
import { actions, scopes, type Action, type Scope } from '../../src/environments/memberRights.ts'
import type { Database, Executor } from '../../src/platform/server/database/database.ts'
import type { World, WorldEntity, WorldRecord, WorldRole, WorldShare } from './accessReference.ts'

/** What stays the same in all worlds: the members with their roles of administrators, and the entities. */
export type Stage = {
  readonly schema: string
  readonly root: string
  readonly members: readonly { readonly id: string; readonly administrator: boolean }[]
  readonly entities: readonly (Omit<WorldEntity, 'records'> & {
    readonly id: string
    /** The columns of lookups with the entities that they lead to, which come before it. */
    readonly links?: Readonly<Record<string, string>>
  })[]
}

/** Chance by a seed: `pick` one of a list, `some` of them, a whole number below `n`. */
export type Chance = {
  pick<Each>(of: readonly Each[]): Each
  some<Each>(of: readonly Each[]): Each[]
  below(n: number): number
}

export function chanceOf(seed: number): Chance {
  let state = seed >>> 0 || 1
  // Xorshift: the same worlds for the same seed on every machine.
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  const below = (n: number) => Math.floor(next() * n)
  return { below, pick: (of) => of[below(of.length)] as never, some: (of) => of.filter(() => next() < 0.45) }
}

const words = ['amber', 'birch', 'cedar']

/** Invents a world on a stage. */
export function worldOn(stage: Stage, chance: Chance): World {
  const units: { id: string; parent: string | null }[] = [{ id: stage.root, parent: null }]
  for (let left = 2 + chance.below(4); left > 0; left--) units.push({ id: randomUUID(), parent: chance.pick(units).id })
  const members = stage.members.map((member) => ({ ...member, unit: chance.pick(units).id }))
  const teams = Array.from({ length: 3 }, (_, at) => ({
    id: randomUUID(),
    unit: chance.pick(units).id,
    kind: at === 2 ? ('access' as const) : ('owner' as const),
    members: chance.some(members).map(({ id }) => id),
  }))
  const holders = [...members.map(({ id }) => id), ...teams.map(({ id }) => id)]
  const attributes = stage.entities.flatMap((entity) => Object.values(entity.attributes))
  const roles = Array.from({ length: 4 }, (): WorldRole => ({
    id: randomUUID(),
    holders: chance.some(holders),
    scopes: Object.fromEntries(
      chance.some([...stage.entities, ...stage.entities]).map(({ uri }) => [uri, scopesBy(chance)]),
    ),
    rules: Object.fromEntries(
      chance.some(attributes).flatMap((id) => (chance.below(3) === 0 ? [] : [[id, chance.pick([closed, seen])]])),
    ),
  }))
  const owners = [...members, ...teams.filter(({ kind }) => kind === 'owner')]
  const entities: WorldEntity[] = []
  for (const entity of stage.entities) {
    const records: WorldRecord[] = []
    entities.push({ ...entity, records })
    for (let at = 0; at < 9; at++) {
      const owner = chance.pick(owners)
      const oneOf = (uri: string): string | null => {
        const there = entities.find((each) => each.uri === uri)?.records.filter(({ isTrashed }) => !isTrashed) ?? []
        return there.length === 0 || chance.below(5) === 0 ? null : chance.pick(there).id
      }
      const links = Object.entries(entity.links ?? {}).map(([column, uri]) => [column, oneOf(uri)] as const)
      records.push({
        id: randomUUID(),
        name: chance.pick(words),
        owner: owner.id,
        unit: chance.below(4) === 0 ? chance.pick(units).id : owner.unit,
        isTrashed: at === 8,
        values: {
          city: chance.pick(words),
          amount: chance.below(5),
          secret: chance.pick(words),
          ...Object.fromEntries(links),
        },
      })
    }
  }
  const principals = [...holders, ...units.map(({ id }) => id)]
  const shares = new Map<string, WorldShare>()
  for (const entity of entities) {
    for (const record of chance.some(entity.records)) {
      const principal = chance.pick(principals)
      const may = { read: chance.below(4) > 0, update: chance.below(2) > 0, delete: chance.below(2) > 0 }
      shares.set(`${record.id} ${principal}`, {
        entity: entity.uri,
        record: record.id,
        principal,
        may,
        isOver: chance.below(4) === 0,
      })
    }
  }
  return { units, members, teams, roles, entities, shares: [...shares.values()] }
}

const closed = { read: false, update: false }
const seen = { read: true, update: false }

function scopesBy(chance: Chance): Partial<Record<Action, Scope>> {
  return Object.fromEntries(
    actions.map((action) => [action, chance.pick(action === 'read' ? [...scopes, ...scopes.slice(1)] : scopes)]),
  )
}

/** Puts a world into the database in place of the one before. */
export async function settle(database: Database, stage: Stage, world: World): Promise<void> {
  await database.transaction(async (transaction) => {
    const settling = settlingOf(transaction, stage, world)
    await clearWorld(settling)
    await insertPeople(settling)
    await insertRoles(settling)
    await insertEveryone(settling)
    await insertRecords(settling)
    await settling.run(`update ${settling.table('_version')} set access_version = access_version + 1`)
  })
}

type Settling = ReturnType<typeof settlingOf>

/** The world with what writes its rows. */
function settlingOf(transaction: Executor, stage: Stage, world: World) {
  const table = (name: string) => `"${stage.schema}"."${name}"`
  const run = (text: string, values: unknown[] = []) => transaction.execute({ text, values })
  const insert = (name: string, rows: readonly object[]) =>
    rows.length === 0
      ? Promise.resolve(0)
      : run(`insert into ${table(name)} select * from jsonb_populate_recordset(null::${table(name)}, $1)`, [
          JSON.stringify(rows),
        ])
  const idOf = new Map(stage.entities.map(({ uri, id }) => [uri, id]))
  return { stage, world, table, run, insert, idOf, now: new Date().toISOString() }
}

/** Removes the world before, but for the root and the administrators. */
async function clearWorld({ run, table, stage }: Settling): Promise<void> {
  for (const { uri } of stage.entities.toReversed()) await run(`delete from ${table(uri)}`)
  for (const name of ['_trash', '_share', '_team_member']) await run(`delete from ${table(name)}`)
  await run(`delete from ${table('_role')} where not administrator`)
  await run(`update ${table('_principal')} set unit_id = $1`, [stage.root])
  await run(`delete from ${table('_team')}`)
  await run(`delete from ${table('_principal')} where kind = 'team' or (kind = 'unit' and id <> $1)`, [stage.root])
  await run(`delete from ${table('_unit')} where id <> $1`, [stage.root])
}

/** Units, teams, and where the members are. */
async function insertPeople({ run, insert, table, world, now }: Settling): Promise<void> {
  const fresh = world.units.filter(({ parent }) => parent !== null)
  await insert(
    '_unit',
    fresh.map(({ id, parent }) => ({ id, parent_id: parent, name: id, version: 1, created_on: now })),
  )
  await insert(
    '_principal',
    fresh.map(({ id }) => ({ id, kind: 'unit', name: id, unit_id: id })),
  )
  await insert(
    '_principal',
    world.teams.map(({ id, unit }) => ({ id, kind: 'team', name: id, unit_id: unit })),
  )
  await insert(
    '_team',
    world.teams.map(({ id, kind }) => ({ id, name: id, kind, version: 1 })),
  )
  await insert(
    '_team_member',
    world.teams.flatMap(({ id, members }) => members.map((member) => ({ team_id: id, member_id: member }))),
  )
  for (const { id, unit } of world.members)
    await run(`update ${table('_principal')} set unit_id = $2 where id = $1`, [id, unit])
}

/** Roles with their holders, privileges and field rules. */
async function insertRoles({ insert, world, now, idOf }: Settling): Promise<void> {
  await insert(
    '_role',
    world.roles.map(({ id }) => ({
      id,
      name: id,
      administrator: false,
      managed: false,
      version: 1,
      created_on: now,
    })),
  )
  await insert(
    '_role_member',
    world.roles.flatMap(({ id, holders }) => holders.map((principal) => ({ role_id: id, principal_id: principal }))),
  )
  await insert(
    '_privilege',
    world.roles.flatMap(({ id, scopes: said }) =>
      Object.entries(said).flatMap(([uri, by]) =>
        Object.entries(by).map(([action, scope]) => ({ role_id: id, entity_id: idOf.get(uri), action, scope })),
      ),
    ),
  )
  await insert(
    '_field_rule',
    world.roles.flatMap(({ id, rules }) =>
      Object.entries(rules).map(([attribute, { read, update }]) => ({
        role_id: id,
        attribute_id: attribute,
        may_read: read,
        may_update: update,
      })),
    ),
  )
}

/** A role of all members, as the test looks at records: everybody may export and the like. */
async function insertEveryone({ insert, world, now }: Settling): Promise<void> {
  const everyone = randomUUID()
  await insert('_role', [
    { id: everyone, name: everyone, administrator: false, managed: false, version: 1, created_on: now },
  ])
  await insert(
    '_role_member',
    world.members.map(({ id }) => ({ role_id: everyone, principal_id: id })),
  )
  await insert(
    '_activity',
    activities
      .filter((each) => each === 'export' || each === 'import')
      .map((activity) => ({ role_id: everyone, activity })),
  )
}

/** Records, what is in the trash, and shares. */
async function insertRecords({ insert, world, now, idOf }: Settling): Promise<void> {
  for (const { uri, records } of world.entities) {
    await insert(
      uri,
      records.filter(({ isTrashed }) => !isTrashed).map((record) => rowOf(record, world, now)),
    )
    await insert(
      '_trash',
      records
        .filter(({ isTrashed }) => isTrashed)
        .map((record) => ({
          id: record.id,
          entity_id: idOf.get(uri),
          record: rowOf(record, world, now),
          deleted_on: now,
          deleted_by_id: null,
          cause: { kind: 'request', id: 'world' },
        })),
    )
  }
  await insert(
    '_share',
    world.shares.map(({ entity, record, principal, may, isOver }) => ({
      entity_id: idOf.get(entity),
      record_id: record,
      principal_id: principal,
      may_read: may.read,
      may_update: may.update,
      may_delete: may.delete,
      may_share: false,
      granted_by_id: world.members[0]?.id,
      expires_on: isOver ? '2020-01-01T00:00:00Z' : null,
      created_on: now,
    })),
  )
}

/** A record as its table keeps it. */
export function rowOf({ id, name, owner, unit, values }: WorldRecord, { members }: World, now: string): object {
  const by = members[0]?.id
  const stamps = { created_on: now, created_by_id: by, updated_on: now, updated_by_id: by }
  return { id, name, status: 'active', version: 1, ...stamps, owner_id: owner, owning_unit_id: unit, ...values }
}
