import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Action } from '../../src/environments/memberRights.ts'
import type { closedFields as ClosedFields, fieldRights as FieldRights } from '../../src/security/fields.ts'
import type { Grounds, reachOf as ReachOf, Reach } from '../../src/security/reach.ts'
import { bumpAccess } from '../support/access.ts'
import { referenceOf } from '../support/accessReference.ts'
import { listing } from '../support/accessLists.ts'
import type { Tuple, Verdict } from '../support/accessQuestions.ts'
import { reading } from '../support/accessTuples.ts'
import { writing } from '../support/accessWrites.ts'
import { openAccessStage, type AccessStage } from '../support/accessStage.ts'
import { chanceOf, settle, worldOn } from '../support/accessWorlds.ts'

// `node test/oracle/access.ts 10000` asks as many; here it is a few hundred.
const count = Number(process.env['ACCESS_TUPLES'] ?? 400)
const perWorld = 40

type ReachModule = { readonly reachOf: typeof ReachOf }
type FieldsModule = { readonly closedFields: typeof ClosedFields; readonly fieldRights: typeof FieldRights }

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
    if (['share', 'carried', 'unit'].includes(forgotten.rule)) return without(reach, forgotten.rule)
    return reach
  }
  return { ...module, reachOf }
})
vi.mock('#security/fields.ts', async (original) => {
  const module = await original<FieldsModule>()
  const closedFields: typeof module.closedFields = (actor, entity, model) => {
    const closed = module.closedFields(actor, entity, model)
    if (forgotten.rule === 'hidden fields') return { unread: new Set(), fixed: new Set() }
    if (forgotten.rule === 'computed fields') {
      const whole = model.entities.get(entity.id)
      const isRuled = (id: string) => whole === undefined || !module.fieldRights(actor, whole, id).mayRead
      return { ...closed, unread: new Set([...closed.unread].filter(isRuled)) }
    }
    return forgotten.rule === 'fixed fields' ? { ...closed, fixed: closed.unread } : closed
  }
  return { ...module, closedFields }
})

let access: AccessStage
beforeAll(async () => {
  access = await openAccessStage('accessoracle')
})
afterAll(() => access.lintel.close())

/** Asks in random worlds; answers what is otherwise than the reference says. */
async function disagreements(
  wanted: number,
  seed: number,
  asks = { ...reading, ...listing, ...writing },
): Promise<string[]> {
  const found: string[] = []
  const { lintel, home, stage, people } = access
  const kinds = Object.entries(asks)
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

/** What a rule is about is asked: of some, a question in many would tell. */
function asksAbout(rule: string): Readonly<Record<string, Tuple>> {
  if (rule === 'computed fields')
    return Object.fromEntries(Object.entries(reading).filter(([kind]) => kind === 'computed'))
  return ['create', 'update', 'delete', 'fixed fields'].includes(rule)
    ? writing
    : { ...reading, ...listing, ...writing }
}

describe('a rule that is forgotten is noticed', () => {
  test.each<Action | 'share' | 'carried' | 'unit' | 'hidden fields' | 'computed fields' | 'fixed fields'>([
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
    forgotten.rule = rule
    await bumpAccess(access.lintel.database, access.home.schema)
    let found = 0
    const asks = asksAbout(rule)
    for (let turn = 0; turn < 12 && found === 0; turn++)
      found = (await disagreements(perWorld, 77 + turn * 13, asks)).length
    forgotten.rule = ''
    expect(found).toBeGreaterThan(0)
  })
})
