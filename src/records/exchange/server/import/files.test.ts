import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDefinition } from '#entities/entity.ts'
import { insertFile } from '#records/files/server/files.store.ts'
import { dryRun } from '#records/exchange/server/import/dryRun.ts'
import { startImport } from '#records/exchange/server/import/imports.ts'
import { importGround, type ImportGround } from '../../../../../test/support/imports.ts'

let house: ImportGround
let entity: EntityDefinition

beforeAll(async () => {
  house = await importGround('importfiles')
  const attributes = [
    { name: 'Code', uri: 'code', type: 'text', unique: true, required: false },
    { name: 'Papers', uri: 'papers', type: 'file', required: false, maxcount: 2 },
    { name: 'Picture', uri: 'picture', type: 'image', required: false },
  ]
  await house.deps.applyChange(house.actor, [
    { kind: 'entity.create', name: 'Case', collectionname: 'Cases', uri: 'cases', attributes },
  ])
  const made = (await house.deps.readModel(house.actor)).entitiesByUri.get('cases')
  if (!made) throw new Error('no entity')
  entity = made
}, 60_000)
afterAll(() => house.stop())

/** A file that waits for a record, brought by the member or by somebody else. */
async function waiting(uri: string, byId = house.actor.member.id): Promise<string> {
  const id = house.actor.newId()
  const attributeId = entity.attributes.find((each) => each.uri === uri)?.id ?? ''
  const about = { name: 'a.txt', size: 1, type: 'text/plain', sha256: Buffer.alloc(32), width: null, height: null }
  const place = { id, entityId: entity.id, attributeId, byId, at: house.actor.now(), hasThumbnail: false }
  await insertFile(house.ground.database, house.actor.environment.schema, { ...about, ...place })
  return id
}

async function bringIn(rows: readonly (readonly string[])[], fields: readonly string[], keys: readonly string[] = []) {
  const file = await house.upload([fields, ...rows].map((cells) => `${cells.join(',')}\n`).join(''))
  const format = { decimal: '.', group: '', dateOrder: 'ymd' } as const
  const columns = fields.map((field, column) => {
    return { column, field, format, emptymarks: [], match: 'any' as const, missing: 'reject' as const }
  })
  const settings = { encoding: 'utf-8', delimiter: ',', header: true, skip: 0 } as const
  const plan = { settings, target: { entity: entity.id, columns, keys: [...keys] }, skiprejected: true }
  const dry = await dryRun(house.actor, house.deps, file.id, plan)
  const job = await house.ended(await startImport(house.actor, house.deps, file.id, plan))
  return { first: dry.first.map(({ row, header, code }) => ({ row, header, code })), job }
}

const kept = async (id: string) =>
  (
    await house.rows<{ code: string }>(
      `select t.code from ${house.table('_asset')} a join ${house.table('cases')} t on t.id = a.record_id where a.id = $1`,
      [id],
    )
  )[0]?.code

test('rows name files that wait for a record, each only once, and those become the record’s own', async () => {
  const [one, two, three] = [await waiting('papers'), await waiting('papers'), await waiting('picture')]
  const rows = [
    ['a', `${one};${two}`, three],
    ['b', two, ''],
    ['c', '', ''],
  ]
  const { first, job } = await bringIn(rows, ['code', 'papers', 'picture'])
  expect(first).toEqual([{ row: 3, header: 'papers', code: 'validation.file' }])
  expect(job).toMatchObject({ state: 'succeeded', result: { rows: 2, rejected: 1 } })
  expect(await Promise.all([one, two, three].map(kept))).toEqual(['a', 'a', 'a'])
  const held = await house.rows(`select papers, picture from ${house.table('cases')} where code = 'a'`)
  expect(held).toEqual([{ papers: [one, two], picture: [three] }])
})

test('files of others, of another attribute, of another record and of nobody are refused', async () => {
  const foreign = await waiting('papers', house.actor.newId())
  const picture = await waiting('picture')
  const own = await waiting('papers')
  await bringIn([['x', own]], ['code', 'papers'])
  const rows = [
    ['d', foreign],
    ['e', picture],
    ['f', own],
    ['g', house.actor.newId()],
    ['h', 'nothing'],
    ['i', ''],
  ]
  const { first } = await bringIn(rows, ['code', 'papers'])
  expect(first).toEqual([
    ...[2, 3, 4, 5].map((row) => ({ row, header: 'papers', code: 'validation.file' })),
    { row: 6, header: 'papers', code: 'validation.type' },
  ])
  expect(await kept(foreign)).toBeUndefined()
  expect(await kept(own)).toBe('x')
})

test('a row that changes a record may name its own files and further ones', async () => {
  const [first, second] = [await waiting('papers'), await waiting('papers')]
  await bringIn([['y', first]], ['code', 'papers'])
  const changed = await bringIn([['y', `${first};${second}`]], ['code', 'papers'], ['code'])
  expect(changed).toMatchObject({ first: [], job: { result: { updated: 1 } } })
  expect(await kept(second)).toBe('y')
  const same = await bringIn([['y', `${first};${second}`]], ['code', 'papers'], ['code'])
  expect(same).toMatchObject({ first: [], job: { result: { updated: 0, same: 1 } } })
})
