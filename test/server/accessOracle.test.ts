import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Action, Scope } from '../../src/environments/memberRights.ts'
import { referenceOf, type World } from '../support/accessReference.ts'
import { listing } from '../support/accessLists.ts'
import type { Tuple, Verdict } from '../support/accessQuestions.ts'
import { reading } from '../support/accessTuples.ts'
import { writing } from '../support/accessWrites.ts'
import { openAccessStage, type AccessStage } from '../support/accessStage.ts'
import { chanceOf, settle, worldOn } from '../support/accessWorlds.ts'

// `node test/oracle/access.ts 10000` asks as many; here it is a few hundred.
const count = Number(process.env['ACCESS_TUPLES'] ?? 400)
const perWorld = 40

let access: AccessStage
beforeAll(async () => {
  access = await openAccessStage('accessoracle')
})
afterAll(() => access.lintel.close())

/** Asks in random worlds; answers what is otherwise than the reference says. */
async function disagreements(
  wanted: number,
  seed: number,
  asks: Readonly<Record<string, Tuple>> = { ...reading, ...listing, ...writing },
  judgedOf = (world: World) => world,
): Promise<string[]> {
  const found: string[] = []
  const { lintel, home, stage, people } = access
  const kinds = Object.entries(asks)
  for (let asked = 0, turn = 0; asked < wanted; turn++) {
    const chance = chanceOf(seed + turn * 7919)
    const there = worldOn(stage, chance)
    await settle(lintel.database, stage, there)
    const world = judgedOf(there)
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

  // A formula over a table of which nothing is reached hides nothing, whatever that table gathers from others.
  test.each([115_081_689])('a world in which they once disagreed: %i', { timeout: 30_000 }, async (world) => {
    expect(await disagreements(150, world)).toEqual([])
  })
})

type Rule = Action | 'share' | 'carried' | 'unit' | 'hidden fields' | 'computed fields' | 'fixed fields'

/** A world as a judge sees it who has forgotten a rule: where the product keeps it, the two must disagree. */
function forgetRule(rule: Rule, world: World): World {
  const withRoles = (change: (role: World['roles'][number]) => object): World => ({
    ...world,
    roles: world.roles.map((role) => ({ ...role, ...change(role) })),
  })
  const withEntities = (change: (entity: World['entities'][number]) => object): World => ({
    ...world,
    entities: world.entities.map((entity) => ({ ...entity, ...change(entity) })),
  })
  switch (rule) {
    case 'share':
      return { ...world, shares: [] }
    case 'carried':
      return withEntities(() => ({ carries: {} }))
    case 'computed fields':
      return withEntities(({ computed = {} }) => ({
        computed: Object.fromEntries(Object.entries(computed).map(([uri, each]) => [uri, { ...each, isShown: true }])),
      }))
    case 'hidden fields':
      return withRoles(() => ({ rules: {} }))
    case 'fixed fields':
      return withRoles(({ rules }) => ({
        rules: Object.fromEntries(Object.entries(rules).map(([id, { read }]) => [id, { read, update: read }])),
      }))
    case 'unit':
      return withRoles(({ scopes }) => ({ scopes: JSON.parse(JSON.stringify(scopes).replaceAll('"unit"', '"owned"')) }))
    default:
      return withRoles(({ scopes }) => ({
        scopes: Object.fromEntries(
          world.entities.map(({ uri }) => [uri, { ...scopes[uri], [rule]: 'all' satisfies Scope }]),
        ),
      }))
  }
}

/** What a rule is about is asked: of some, a question in many would tell. */
function asksAbout(rule: Rule): Readonly<Record<string, Tuple>> {
  if (rule === 'computed fields')
    return Object.fromEntries(Object.entries(reading).filter(([kind]) => kind === 'computed'))
  return ['create', 'update', 'delete', 'fixed fields'].includes(rule)
    ? writing
    : { ...reading, ...listing, ...writing }
}

describe('a rule that is forgotten is noticed', () => {
  test.each<Rule>([
    'read',
    'create',
    'update',
    'delete',
    'share',
    'carried',
    'unit',
    'hidden fields',
    'computed fields',
    'fixed fields',
  ])('%s', { timeout: 60_000 }, async (rule) => {
    let found = 0
    const asks = asksAbout(rule)
    for (let turn = 0; turn < 12 && found === 0; turn++)
      found = (await disagreements(perWorld, 77 + turn * 13, asks, (world) => forgetRule(rule, world))).length
    expect(found).toBeGreaterThan(0)
  })
})
