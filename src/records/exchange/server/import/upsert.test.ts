import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dryRun } from '#records/exchange/server/import/dryRun.ts'
import { startImport, undoImport } from '#records/exchange/server/import/imports.ts'
import type { Operation } from '#changes/operation.ts'
import type { JobRow, JobTools } from '#jobs/server/jobs.ts'
import { importHandler } from '#records/exchange/server/import/load.ts'
import { holdingsOf } from '../../../../../test/support/access.ts'
import { emptyModel } from '#entities/model.ts'
import { recordColumnHistory } from '#records/history/server/columnHistory.ts'
import type { ImportPlan } from '#records/exchange/import/settings.ts'
import { importGround, planOf, type ImportGround } from '../../../../../test/support/imports.ts'

let house: ImportGround
beforeAll(async () => void (house = await importGround('upsert')))
afterAll(() => house.stop())

type Column = Partial<ImportPlan['target']['columns'][number]>

/** Imports into an entity that exists: every column goes to the field that it is called like. */
async function importInto(uri: string, content: string, keys: readonly string[], columns: Record<string, Column> = {}) {
  const entity = (await house.deps.readModel(house.actor)).entitiesByUri.get(uri)
  const made = await house.upload(content)
  const plan = planOf(made, entity?.id ?? '')
  const headers = content.split('\n', 1)[0]?.split(',') ?? []
  const target = {
    ...plan.target,
    keys: [...keys],
    columns: plan.target.columns.map(({ attribute: _attribute, ...column }, at) => {
      const field = headers[at] ?? ''
      return { ...column, field, emptymarks: [], ...columns[field] }
    }),
  }
  return { made, plan: { ...plan, target, skiprejected: true } }
}

async function run(uri: string, content: string, keys: readonly string[], columns: Record<string, Column> = {}) {
  const { made, plan } = await importInto(uri, content, keys, columns)
  const tried = await dryRun(house.actor, house.deps, made.id, plan)
  const job = await house.ended(await startImport(house.actor, house.deps, made.id, plan))
  return { made, tried, job }
}

async function table(uri: string, content: string, unique: readonly string[] = []) {
  const made = await house.upload(content)
  const plan = planOf(made, { name: `Of ${uri}`, uri })
  const columns = plan.target.columns.map((column) =>
    column.attribute && unique.includes(column.field)
      ? { ...column, attribute: { ...column.attribute, unique: true } }
      : column,
  )
  const job = await house.ended(
    await startImport(house.actor, house.deps, made.id, { ...plan, target: { ...plan.target, columns } }),
  )
  expect(job.state).toBe('succeeded')
}

const rowsOf = (uri: string) =>
  house.rows<Record<string, unknown>>(`select * from ${house.table(uri)} order by created_on, id`)

describe('an import by a key', () => {
  test('changes the records that rows mean and makes the others, with an event and an audit row for each change', async () => {
    await table('goods', 'code,price,label\nA,1.5,first one\nB,2.5,second one\nC,3.5,third one\n', ['code'])
    const before = await rowsOf('goods')
    const { made, tried, job } = await run('goods', 'code,price\nB,20.5\nD,40.5\nC,3.5\n', ['code'])
    expect(tried).toMatchObject({ rows: 3, valid: 3, changes: 2, rejected: 0 })
    expect(job).toMatchObject({ state: 'succeeded', result: { rows: 3, updated: 1, same: 1, rejected: 0 } })
    const after = await rowsOf('goods')
    expect(after.map(({ code, price, label, version }) => [code, price, label, version])).toEqual([
      ['A', '1.5', 'first one', '1'],
      ['B', '20.5', 'second one', '2'],
      ['C', '3.5', 'third one', '1'],
      ['D', '40.5', null, '1'],
    ])
    const events = await house.rows<{ record_id: string; before: { price: number }; after: { price: number } }>(
      `select record_id, before, after from ${house.table('_event')} where cause->>'id' = $1 and kind = 'update'`,
      [made.id],
    )
    expect(events).toMatchObject([{ record_id: before[1]?.['id'], before: { price: 2.5 }, after: { price: 20.5 } }])
    const audits = await house.rows(
      `select 1 from ${house.table('_audit')} where cause->>'id' = $1 and record_id = $2`,
      [made.id, before[1]?.['id']],
    )
    expect(audits).toHaveLength(1)
  })

  test('is taken back as one: new records go, changed ones have their former values, and who was changed since stays', async () => {
    await table('stock', 'code,amount,note\nA,1,one\nB,2,two\nC,3,three\n', ['code'])
    const { made } = await run('stock', 'code,amount,note\nA,10,\nB,20,changed\nC,30,\nE,50,new\n', ['code'])
    await house.rows(`update ${house.table('stock')} set version = 3, amount = 99 where code = 'C'`)
    const undone = await house.ended(await undoImport(house.actor, house.deps, made.id))
    expect(undone).toMatchObject({ state: 'succeeded', result: { removed: 1, restored: 2, kept: 1 } })
    const rows = await rowsOf('stock')
    expect(rows.map(({ code, amount, note, version }) => [code, amount, note, version])).toEqual([
      ['A', '1', 'one', '3'],
      ['B', '2', 'two', '3'],
      ['C', '99', null, '3'],
    ])
  })

  test('is taken back where another attribute, of another type, has taken the name of one that it changed', async () => {
    await table('gear', 'code,label,amount\nA,one,1\nB,two,2\n', ['code'])
    const { database, environment } = house.actor
    await recordColumnHistory(database, environment.schema, emptyModel, await house.deps.readModel(house.actor))
    const { made } = await run('gear', 'code,label,amount\nA,first,10\nB,second,20\n', ['code'])
    const change = async (operation: (attribute: string, entity: string) => Operation) => {
      const before = await house.deps.readModel(house.actor)
      const gear = before.entitiesByUri.get('gear')
      const label = gear?.attributes.find(({ uri }) => uri === 'label')
      await house.deps.applyChange(house.actor, [operation(label?.id ?? '', gear?.id ?? '')])
      await recordColumnHistory(database, environment.schema, before, await house.deps.readModel(house.actor))
    }
    await change((id) => ({ kind: 'attribute.delete', id }))
    await change((_, entity_id) => ({
      kind: 'attribute.create',
      entity_id,
      name: 'Label',
      uri: 'label',
      type: 'number',
    }))
    await house.rows(`update ${house.table('gear')} set label = 7`)
    const undone = await house.ended(await undoImport(house.actor, house.deps, made.id))
    expect(undone).toMatchObject({ state: 'succeeded', result: { restored: 2, kept: 0, gone: 1 } })
    const rows = await rowsOf('gear')
    expect(rows.map(({ code, label, amount }) => [code, label, amount])).toEqual([
      ['A', '7', '1'],
      ['B', '7', '2'],
    ])
  })

  test('is taken back beside an attribute of another type by now, and refused in words where it changed that one', async () => {
    await table('tags', 'code,label,amount\nA,one,1\nB,two,2\n', ['code'])
    const first = await run('tags', 'code,amount\nA,10\nB,20\n', ['code'])
    const label = (await house.deps.readModel(house.actor)).entitiesByUri
      .get('tags')
      ?.attributes.find(({ uri }) => uri === 'label')
    const retype = { kind: 'attribute.update', id: label?.id, type: 'number', accept_loss: true }
    await house.deps.applyChange(house.actor, [retype])
    const undone = await house.ended(await undoImport(house.actor, house.deps, first.made.id))
    expect(undone).toMatchObject({ state: 'succeeded', result: { restored: 2, kept: 0, gone: 0 } })
    expect((await rowsOf('tags')).map(({ label: now, amount }) => [now, amount])).toEqual([
      [null, '1'],
      [null, '2'],
    ])
    await table('texts', 'code,label\nA,one\nB,two\n', ['code'])
    const second = await run('texts', 'code,label\nA,1\nB,2\n', ['code'])
    const text = (await house.deps.readModel(house.actor)).entitiesByUri
      .get('texts')
      ?.attributes.find(({ uri }) => uri === 'label')
    await house.deps.applyChange(house.actor, [{ kind: 'attribute.update', id: text?.id, type: 'number' }])
    const refused = await house.ended(await undoImport(house.actor, house.deps, second.made.id))
    expect(refused).toMatchObject({ state: 'failed', error: { code: 'undo.changed' } })
    expect((await rowsOf('texts')).map((row) => row['label'])).toEqual(['1', '2'])
  })

  test('is refused in words where a former value that is unique belongs to another record by now', async () => {
    await table('seats', 'seat,code\n1,A\n2,B\n', ['seat', 'code'])
    const { made } = await run('seats', 'seat,code\n1,X\n', ['seat'])
    await run('seats', 'seat,code\n3,A\n', ['seat'])
    const refused = await house.ended(await undoImport(house.actor, house.deps, made.id))
    expect(refused).toMatchObject({ state: 'failed', error: { code: 'undo.changed' } })
    expect((await rowsOf('seats')).map(({ code }) => code)).toEqual(['X', 'B', 'A'])
  })

  test('may be the id, a choice of fields, and rejects what is not clear', async () => {
    await table('parts', 'maker,serial,size\nx,1,10\nx,2,20\ny,1,30\ny,1,31\n')
    const [first] = await rowsOf('parts')
    const byId = await run('parts', `id,size\n${String(first?.['id'])},11\n`, ['id'])
    expect(byId.job.result).toMatchObject({ rows: 1, updated: 1 })
    const both = await run('parts', 'maker,serial,size\nx,2,21\nx,2,22\ny,1,9\nz,1,5\n,7,6\n', ['maker', 'serial'])
    expect(both.tried.first.map(({ row, code }) => [row, code])).toEqual([
      [3, 'import.duplicate'],
      [4, 'import.keyAmbiguous'],
    ])
    expect(both.job.result).toMatchObject({ rows: 3, updated: 1, rejected: 2 })
    expect((await rowsOf('parts')).map(({ maker, serial, size }) => [maker, serial, size])).toEqual([
      ['x', '1', '11'],
      ['x', '2', '21'],
      ['y', '1', '30'],
      ['y', '1', '31'],
      ['z', '1', '5'],
      [null, '7', '6'],
    ])
  })

  test('keeps unique values apart, gives new records the ids of the file, and refuses a key without a column', async () => {
    await table('cards', 'code,mail\n1,a@example.org\n2,b@example.org\n', ['code', 'mail'])
    const id = '0190a6e0-0000-7000-8000-000000000009'
    const taken = await run('cards', `id,code,mail\n,1,a@example.org\n,2,a@example.org\n${id},3,c@example.org\n`, [
      'code',
    ])
    expect(taken.tried.first.map(({ row, code }) => [row, code])).toEqual([[3, 'import.duplicate']])
    expect(taken.job.result).toMatchObject({ rows: 2, updated: 0, same: 1, rejected: 1 })
    expect((await rowsOf('cards')).find(({ code }) => code === '3')).toMatchObject({ id })
    const { made, plan } = await importInto('cards', 'mail\nx@example.org\n', ['code'])
    await expect(dryRun(house.actor, house.deps, made.id, plan)).rejects.toMatchObject({
      details: [{ code: 'import.keyUnmapped', target: 'target.keys.0' }],
    })
  })
})

test('an import asks anew when its job begins who may fill its table', async () => {
  await table('guarded', 'code,price\nA,1\n')
  const { made, plan } = await importInto('guarded', 'code,price\nB,2\n', [])
  const member = { ...house.actor.member, administrator: false, heldRights: holdingsOf(house.actor.member.id, made.id) }
  const handler = importHandler({ ...house.deps, actorOf: () => Promise.resolve({ ...house.actor, member }) })
  const data = { import_id: made.id, entity_id: plan.target.entity, plan, locale: 'en' }
  const running = handler.run(
    { cause: house.actor.cause, data, memory: {} } as unknown as JobRow,
    { progress() {} } as unknown as JobTools,
  )
  await expect(running).rejects.toMatchObject({ code: 'definition.unknown' })
  expect(await rowsOf('guarded')).toHaveLength(1)
})

describe('links of a file', () => {
  test('are found by a unique attribute, and made where they are missing and that is wanted', async () => {
    await table('makers', 'name,code\nAcme,A1\nBolt,B2\n', ['code'])
    const makers = (await house.deps.readModel(house.actor)).entitiesByUri.get('makers')
    await table('tools', 'tool\nhammer\n')
    const tools = (await house.deps.readModel(house.actor)).entitiesByUri.get('tools')
    await house.deps.applyChange(house.actor, [
      {
        kind: 'attribute.create',
        entity_id: tools?.id ?? '',
        name: 'Maker',
        uri: 'maker',
        type: 'N:1',
        related_entity: makers?.id ?? '',
      },
    ])
    const file = 'tool,maker\nsaw,B2\nnail,Z9\nnut,Z9\n'
    const { tried } = await run('tools', file, [], { maker: { match: 'key', key: 'code' } })
    expect(tried).toMatchObject({ valid: 1, rejected: 2 })
    const made = await run('tools', file, [], { maker: { match: 'key', key: 'code', missing: 'create' } })
    expect(made.tried).toMatchObject({ valid: 3, rejected: 0 })
    const names = await house.rows<{ tool: string; name: string; code: string }>(
      `select t.tool, m.name, m.code from ${house.table('tools')} t join ${house.table('makers')} m on m.id = t.maker_id
        where t.created_on = (select max(created_on) from ${house.table('tools')}) order by t.tool`,
    )
    expect(names).toEqual([
      { tool: 'nail', name: 'Z9', code: 'Z9' },
      { tool: 'nut', name: 'Z9', code: 'Z9' },
      { tool: 'saw', name: 'Bolt', code: 'B2' },
    ])
    const undone = await house.ended(await undoImport(house.actor, house.deps, made.made.id))
    expect(undone.result).toMatchObject({ removed: 4, kept: 0 })
    expect(await rowsOf('makers')).toHaveLength(2)
  })
})

describe('numbers that the system gives', () => {
  test('are kept where the file brings them, and go on behind the greatest', async () => {
    await house.rows(
      `create table if not exists ${house.table('_counter')} (attribute_id uuid primary key, next bigint not null)`,
    )
    const attributes = [
      { name: 'Label', uri: 'label', type: 'text' },
      { name: 'Serial', uri: 'serial', type: 'autonumber', format: 'B-{000}' },
    ]
    await house.deps.applyChange(house.actor, [
      { kind: 'entity.create', name: 'Bill', collectionname: 'Bills', uri: 'bills', attributes },
    ])
    await run('bills', 'label,serial\nold one,B-041\nnew one,\n', [])
    await run('bills', 'label\nnext one\n', [])
    const rows = await house.rows<{ label: string; serial: string }>(
      `select label, serial from ${house.table('bills')} where label like '% one' order by serial`,
    )
    expect(rows).toEqual([
      { label: 'old one', serial: 'B-041' },
      { label: 'new one', serial: 'B-042' },
      { label: 'next one', serial: 'B-043' },
    ])
  })
})
