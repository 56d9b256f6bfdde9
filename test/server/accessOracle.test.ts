import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Action } from '../../src/environments/holdings.ts'
import type { closedFields as ClosedFields } from '../../src/security/fields.ts'
import type { Grounds, reachOf as ReachOf, Reach } from '../../src/security/reach.ts'
import { newMember, bumpAccess } from '../support/access.ts'
import { referenceOf } from '../support/accessReference.ts'
import { reading, type Verdict } from '../support/accessTuples.ts'
import { writing } from '../support/accessWrites.ts'
import { chanceOf, settle, worldOn, type Stage } from '../support/accessWorlds.ts'
import { openLintel, type WholeLintel } from '../support/lintel.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

// `node test/oracle/access.ts 10000` asks as many; here it is a few hundred.
const count = Number(process.env['ACCESS_TUPLES'] ?? 400)
const perWorld = 40

type ReachModule = { readonly reachOf: typeof ReachOf }
type FieldsModule = { readonly closedFields: typeof ClosedFields }

// A rule that is forgotten, to see that the reference notices.
const forgotten = vi.hoisted(() => ({ rule: '' }))
vi.mock('#security/reach.ts', async (original) => {
  const module = await original<ReachModule>()
  const without = (reach: Reach, kind: string): Reach =>
    reach === null || reach === 'none' || 'ends' in reach
      ? reach
      : ({ ...reach, grounds: reach.grounds.filter((ground) => ground.kind !== kind) } satisfies Grounds)
  const reachOf: typeof module.reachOf = (actor, action, entity, model) => {
    const reach = module.reachOf(actor, action, entity, model)
    if (forgotten.rule === action) return null
    if (forgotten.rule === 'share' || forgotten.rule === 'unit') return without(reach, forgotten.rule)
    return reach
  }
  return { ...module, reachOf }
})
vi.mock('#security/fields.ts', async (original) => {
  const module = await original<FieldsModule>()
  const closedFields: typeof module.closedFields = (actor, entity) => {
    const closed = module.closedFields(actor, entity)
    if (forgotten.rule === 'hidden fields') return { unread: new Set(), fixed: new Set() }
    return forgotten.rule === 'fixed fields' ? { ...closed, fixed: closed.unread } : closed
  }
  return { ...module, closedFields }
})

let lintel: WholeLintel
let home: Place
let stage: Stage
const people = new Map<string, Maker>()
beforeAll(async () => {
  lintel = await openLintel('accessoracle')
  const anna = await newMaker(lintel.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  const attributes = [
    { name: 'City', uri: 'city', type: 'text', searchable: true },
    { name: 'Amount', uri: 'amount', type: 'number' },
    { name: 'Secret', uri: 'secret', type: 'text', searchable: true },
  ]
  const accounts = await newEntity(anna, home, 'accounts', attributes)
  const lookup = { name: 'Account', uri: 'account', type: 'N:1', related_entity: accounts.id }
  await newEntity(anna, home, 'orders', [...attributes, lookup])
  const settings = { name: 'settings', collectionname: 'settings', uri: 'rates', ownership: 'organisation', attributes }
  await anna.send('POST', `/api/metadata/entity/v1/${home.id}`, settings)
  people.set(anna.id, anna)
  for (const name of ['bob', 'carl', 'dora', 'eve']) {
    const person = await newMember(lintel, home, `${name}@example.org`)
    people.set(person.id, person)
  }
  const { value } = (await anna.send('GET', `/api/metadata/entity/v1/${home.id}`)).json<{ value: Definition[] }>()
  const [root] = await lintel.database.query<{ id: string }>({ text: `select id from "${home.schema}"._unit` })
  const entities = ['accounts', 'orders', 'rates'].flatMap((uri) => value.filter((each) => each.uri === uri))
  stage = {
    schema: home.schema,
    root: root?.id ?? '',
    members: [...people.keys()].map((id) => ({ id, administrator: id === anna.id })),
    entities: entities.map(({ id, uri, ownership, recordsharing, attributes: own }) => ({
      id,
      uri,
      organisation: ownership === 'organisation',
      sharing: recordsharing,
      attributes: Object.fromEntries(own.filter(({ type }) => type !== '1:N').map((each) => [each.uri, each.id])),
    })),
  }
})
afterAll(() => lintel.close())

type Definition = {
  readonly id: string
  readonly uri: string
  readonly ownership: string
  readonly recordsharing: boolean
  readonly attributes: readonly { readonly id: string; readonly uri: string; readonly type: string }[]
}

/** Asks in random worlds; answers what is otherwise than the reference says. */
async function disagreements(wanted: number, seed: number): Promise<string[]> {
  const found: string[] = []
  const kinds = Object.entries({ ...reading, ...writing })
  for (let asked = 0, turn = 0; asked < wanted; turn++) {
    const chance = chanceOf(seed + turn * 7919)
    const world = worldOn(stage, chance)
    await settle(lintel.database, stage, world)
    const reference = referenceOf(world)
    for (let left = perWorld; left > 0 && asked < wanted; left--, asked++) {
      const [kind, ask] = chance.pick(kinds)
      const entity = chance.pick(world.entities)
      const member = chance.pick(world.members).id
      const send = people.get(member)?.send
      if (!send) continue
      const call = (name: string, { uri }: { uri: string }, rest = '') =>
        `/api/${name}/v1/${home.id}/${stage.entities.find((each) => each.uri === uri)?.id}${rest}`
      const at = (rest: string) => `/api/odata/v1/${home.id}/${rest}`
      const asking = { world, reference, chance, member, entity, record: chance.pick(entity.records), send, at, call }
      const verdict: Verdict = await ask(asking).catch((error: unknown) => `${kind}: ${String(error)}`)
      if (verdict !== undefined) found.push(`world ${seed + turn * 7919}, ${entity.uri}: ${verdict}`)
    }
  }
  return found
}

describe('what members find and do is what the rules say, in worlds of chance', () => {
  test(
    `[R387][R388][R389][R390][R391][R392][R393][R394][R395][R396] ${count} questions`,
    { timeout: 1000 + count * 200 },
    async () => {
      expect((await disagreements(count, Number(process.env['SEED'] ?? 20_260_101))).slice(0, 12)).toEqual([])
    },
  )
})

describe('a rule that is forgotten is noticed', () => {
  test.each<Action | 'share' | 'unit' | 'hidden fields' | 'fixed fields'>([
    'read',
    'create',
    'update',
    'delete',
    'share',
    'unit',
    'hidden fields',
    'fixed fields',
  ])('%s', { timeout: 60_000 }, async (rule) => {
    forgotten.rule = rule
    await bumpAccess(lintel.database, home.schema)
    let found = 0
    for (let turn = 0; turn < 12 && found === 0; turn++) found = (await disagreements(perWorld, 77 + turn * 13)).length
    forgotten.rule = ''
    expect(found).toBeGreaterThan(0)
  })
})
