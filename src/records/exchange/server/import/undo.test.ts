import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importGround, planOf, type ImportGround } from '../../../../../test/support/imports.ts'
import { undoImpact } from '#records/exchange/server/import/undoImpact.ts'
import { readImport, startImport, undoImport } from '#records/exchange/server/import/imports.ts'

let house: ImportGround
beforeAll(async () => void (house = await importGround('import_undo')))
afterAll(() => house.stop())

const count = async (uri: string) => (await house.rows(`select 1 from ${house.table(uri)}`)).length

describe('the undo of an import that added attributes to an entity', () => {
  /** An entity `uri` with one record, and an import of two more into it that brings an attribute `area`. */
  async function widened(uri: string) {
    const first = await house.upload('town\nPorto\n')
    await house.ended(await startImport(house.actor, house.deps, first.id, planOf(first, { name: `Of ${uri}`, uri })))
    const entity = (await house.deps.readModel(house.actor)).entitiesByUri.get(uri)
    if (!entity) throw new Error('an entity')
    const made = await house.upload('town,area\nRiga,304\nOgre,13\n')
    const plan = planOf(made, entity.id)
    const columns = plan.target.columns.map(({ attribute, ...column }) =>
      column.field === 'area' ? { ...column, attribute } : column,
    )
    const job = await startImport(house.actor, house.deps, made.id, { ...plan, target: { ...plan.target, columns } })
    expect((await house.ended(job)).state).toBe('succeeded')
    expect(await count(uri)).toBe(3)
    const attributes = async () => {
      const now = (await house.deps.readModel(house.actor)).entitiesByUri.get(uri)
      return now?.attributes.map((each) => each.uri)
    }
    expect(await attributes()).toEqual(['town', 'area'])
    const undo = async () => house.ended(await undoImport(house.actor, house.deps, made.id))
    return { entity, made, attributes, undo }
  }

  test('takes records and attributes back together', async () => {
    const { attributes, undo, made } = await widened('wider')
    expect(await undo()).toMatchObject({
      state: 'succeeded',
      result: { removed: 2, kept: 0, entity: false, attributes: 'removed' },
    })
    expect(await attributes()).toEqual(['town'])
    expect(await house.rows(`select town from ${house.table('wider')}`)).toEqual([{ town: 'Porto' }])
    expect(await readImport(house.actor, made.id)).toMatchObject({ state: 'undone' })
  })

  test('keeps the attributes and says so when another record has a value in them by now', async () => {
    const { attributes, undo } = await widened('valued')
    await house.rows(`update ${house.table('valued')} set area = 41 where town = 'Porto'`)
    expect(await undo()).toMatchObject({
      state: 'succeeded',
      result: { removed: 2, kept: 0, entity: false, attributes: 'kept' },
    })
    expect(await attributes()).toEqual(['town', 'area'])
    expect(await house.rows(`select town, area from ${house.table('valued')}`)).toEqual([{ town: 'Porto', area: '41' }])
  })

  test('keeps them when an imported record was changed since and therefore stays', async () => {
    const { attributes, undo } = await widened('edited')
    await house.rows(`update ${house.table('edited')} set version = 2, area = 305 where town = 'Riga'`)
    expect((await undo()).result).toMatchObject({ removed: 1, kept: 1, attributes: 'kept' })
    expect(await attributes()).toEqual(['town', 'area'])
  })

  test('keeps them when a later change of definitions builds on them', async () => {
    const { attributes, undo, entity } = await widened('built')
    const area = (await house.deps.readModel(house.actor)).entities.get(entity.id)?.attributes[1]
    const rename = { kind: 'attribute.update', id: area?.id, name: 'Square kilometres' }
    await house.ground.changes.apply(house.ground.context, [rename])
    expect((await undo()).result).toMatchObject({ removed: 2, attributes: 'kept' })
    expect(await attributes()).toEqual(['town', 'area'])
    expect(await count('built')).toBe(1)
  })
})

describe('the undo of an import to whose records others point', () => {
  /** A table `uri` of an import, and one whose single record points to the first of them by a lookup with this rule. */
  async function pointedTo(uri: string, on_delete: 'clear' | 'cascade' | 'restrict') {
    const made = await house.upload('town\nPorto\nLima\n')
    await house.ended(await startImport(house.actor, house.deps, made.id, planOf(made, { name: `Of ${uri}`, uri })))
    const entity = (await house.deps.readModel(house.actor)).entitiesByUri.get(uri)
    const places = `${uri}places`
    const first = await house.upload('place\nDocks\n')
    const plan = planOf(first, { name: `Of ${places}`, uri: places })
    await house.ended(await startImport(house.actor, house.deps, first.id, plan))
    const from = (await house.deps.readModel(house.actor)).entitiesByUri.get(places)
    if (!entity || !from) throw new Error('two entities')
    const attribute = { name: 'Town', uri: 'town', type: 'N:1', related_entity: entity.id }
    await house.ground.changes.apply(house.ground.context, [
      { kind: 'attribute.create', id: house.actor.newId(), entity_id: from.id, ...attribute },
    ])
    const relationship = [...(await house.deps.readModel(house.actor)).relationships.values()].find(
      ({ from_entity }) => from_entity === from.id,
    )
    if (relationship?.on_delete !== on_delete)
      await house.ground.changes.apply(house.ground.context, [
        { kind: 'relationship.update', id: relationship?.id, on_delete },
      ])
    await house.rows(`update ${house.table(places)} set town_id = (select id from ${house.table(uri)} limit 1)`)
    const undo = async () => house.ended(await undoImport(house.actor, house.deps, made.id))
    const links = () => house.rows(`select town_id, version from ${house.table(places)}`)
    const told = () => undoImpact(house.actor, house.deps, made.id)
    return { made, undo, links, places, told }
  }

  test('empties their links where the relationship says so', async () => {
    const { undo, links, told } = await pointedTo('cleared', 'clear')
    const one = { entity: 'clearedplaces', name: 'Of clearedplaces', count: 1 }
    expect(await told()).toEqual({ gone: [], held: [], cleared: [one], looked: 2, more: false })
    expect(await undo()).toMatchObject({ state: 'succeeded', result: { removed: 2, kept: 0 } })
    expect(await links()).toEqual([{ town_id: null, version: '2' }])
  })

  test('takes them along where the relationship says so, to the trash', async () => {
    const { undo, places, told } = await pointedTo('along', 'cascade')
    expect(await told()).toMatchObject({ gone: [{ entity: places, count: 1 }], held: [], cleared: [] })
    expect(await undo()).toMatchObject({ state: 'succeeded', result: { removed: 2, kept: 0 } })
    expect(await count(places)).toBe(0)
  })

  test('is refused as a whole where the relationship says so, with who needs them and how many they are', async () => {
    const { undo, made, links, told } = await pointedTo('needed', 'restrict')
    expect(await told()).toMatchObject({ gone: [], held: [{ count: 1 }], cleared: [] })
    const job = await undo()
    expect(job.state).toBe('failed')
    expect(JSON.stringify(job)).toContain('Of neededplaces (1)')
    expect(await count('needed')).toBe(2)
    expect(await links()).toMatchObject([{ town_id: expect.any(String) as string, version: '1' }])
    expect(await readImport(house.actor, made.id)).toMatchObject({ state: 'done' })
  })
})
