import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dryRun } from '#records/exchange/server/import/dryRun.ts'
import { fileOf } from '#records/exchange/server/import/file.ts'
import { startImport } from '#records/exchange/server/import/imports.ts'
import { rejectsOf } from '#records/exchange/server/import/rejects.ts'
import { viewDefinitions } from '#views/server/views.ts'
import { importGround, type ImportGround } from '../../../../../test/support/imports.ts'

let house: ImportGround
let orders: string

const option = (value: string, parent?: string) => ({
  value,
  label: value,
  color: null,
  active: true,
  ...(parent && { parent }),
})

beforeAll(async () => {
  house = await importGround('importexpressions', [viewDefinitions])
  const countries = await made('countries', [{ name: 'Rate', uri: 'rate', type: 'decimal' }])
  const cities = await made('cities', [
    { name: 'Country', uri: 'country', type: 'N:1', related_entity: countries, required: false },
  ])
  orders = await made('orders', [
    { name: 'Code', uri: 'code', type: 'text', unique: true },
    { name: 'Country', uri: 'country', type: 'N:1', related_entity: countries },
    {
      name: 'City',
      uri: 'city',
      type: 'N:1',
      related_entity: cities,
      related_filter: 'form.country = null or country = form.country',
    },
    { name: 'Start', uri: 'start', type: 'date', default_expression: 'DATE(2026, 1, 1)', required: true },
    {
      name: 'Due',
      uri: 'due',
      type: 'date',
      default_expression: 'start + 14',
      validators: [{ name: 'expression', expression: 'due >= start' }],
    },
    { name: 'Rate', uri: 'rate', type: 'decimal', default_expression: 'country.rate', max: '10' },
    { name: 'Kind', uri: 'kind', type: 'select', options: [option('fruit'), option('root')] },
    {
      name: 'Sort',
      uri: 'sort',
      type: 'select',
      options: [option('apple', 'fruit'), option('carrot', 'root')],
      parent_attribute: '$kind',
    },
  ])
  await ended(countries, ['name', 'rate'], 'Latvia,1.5\nEstonia,0.5\nFar,11\n')
  await ended(cities, ['name', 'country'], 'Rīga,Latvia\nTallinn,Estonia\n')
}, 60_000)
afterAll(() => house.stop())

async function made(uri: string, attributes: readonly Record<string, unknown>[]): Promise<string> {
  const ids = new Map(attributes.map((each) => [`$${String(each['uri'])}`, house.actor.newId()]))
  const drafts = attributes.map((each) => ({
    required: false,
    ...each,
    id: ids.get(`$${String(each['uri'])}`),
    ...(each['parent_attribute'] !== undefined && { parent_attribute: ids.get(String(each['parent_attribute'])) }),
  }))
  await house.deps.applyChange(house.actor, [
    { kind: 'entity.create', name: `Of ${uri}`, collectionname: `Of ${uri}`, uri, attributes: drafts },
  ])
  return (await house.deps.readModel(house.actor)).entitiesByUri.get(uri)?.id ?? ''
}

/** A plan for a file whose columns are the fields. */
function planFor(entity: string, fields: readonly string[], keys: readonly string[] = []) {
  const columns = fields.map((field, column) => ({
    column,
    field,
    format: { decimal: '.', group: '', dateOrder: 'ymd' } as const,
    emptymarks: [],
    match: 'any' as const,
    missing: 'reject' as const,
  }))
  const settings = { encoding: 'utf-8', delimiter: ',', header: true, skip: 0 } as const
  return { settings, target: { entity, columns, keys: [...keys] }, skiprejected: true }
}

async function ended(entity: string, fields: readonly string[], rows: string, keys: readonly string[] = []) {
  const file = await house.upload(`${fields.join(',')}\n${rows}`)
  const plan = planFor(entity, fields, keys)
  const dry = await dryRun(house.actor, house.deps, file.id, plan)
  const job = await house.ended(await startImport(house.actor, house.deps, file.id, plan))
  expect(job.error).toBeNull()
  const path = house.deps.files.path(rejectsOf(fileOf(house.actor.environment.id, file.id)))
  return { dry, job, rejected: dry.rejected > 0 ? await readFile(path, 'utf8') : '' }
}

const order = async (code: string) =>
  (
    await house.rows<Record<string, unknown>>(
      `select start::text, due::text, rate::text, kind, sort, version from ${house.table('orders')} where code = $1`,
      [code],
    )
  )[0]

describe('rows of a file are checked as every other write', () => {
  test('default expressions fill what the file does not name, in their order, and where there must be something', async () => {
    const { job } = await ended(orders, ['code', 'country'], 'a,Latvia\nb,\n')
    expect(job).toMatchObject({ result: { rows: 2, rejected: 0 } })
    expect(await order('a')).toMatchObject({ start: '2026-01-01', due: '2026-01-15', rate: '1.50' })
    expect(await order('b')).toMatchObject({ rate: null })
    await ended(orders, ['code', 'start', 'due'], 'c,,\nd,2026-05-01,\n')
    expect(await order('c')).toMatchObject({ start: '2026-01-01', due: null })
    expect(await order('d')).toMatchObject({ start: '2026-05-01', due: null })
  })

  test('what an expression gives and the field does not take rejects the row, by the name of the field', async () => {
    const { dry, rejected } = await ended(orders, ['code', 'country'], 'e,Far\nf,Latvia\n')
    expect(dry.first).toMatchObject([{ row: 2, column: null, header: 'Rate', code: 'validation.max' }])
    expect(rejected).toContain('Rate: ')
    expect(await order('e')).toBeUndefined()
    expect(await order('f')).toBeDefined()
  })

  test('conditions of fields, also for a default beside what the file says', async () => {
    const rows = 'g,2026-02-01,2026-01-01\nh,2026-02-01,2026-02-01\n'
    const { dry, job, rejected } = await ended(orders, ['code', 'start', 'due'], rows)
    expect(dry.first).toMatchObject([
      { row: 2, column: 2, header: 'due', cell: '2026-01-01', code: 'validation.condition' },
    ])
    expect(job).toMatchObject({ result: { rows: 1, rejected: 1 } })
    expect(rejected).toContain('due: ')
  })

  test('links lead to candidates alone', async () => {
    const rows = 'i,Latvia,Tallinn\nj,Estonia,Tallinn\nk,,Rīga\n'
    const { dry } = await ended(orders, ['code', 'country', 'city'], rows)
    expect(dry).toMatchObject({ valid: 2, rejected: 1 })
    expect(dry.first).toMatchObject([{ row: 2, header: 'city', cell: 'Tallinn', code: 'validation.candidate' }])
  })
})

describe('rows that link to records', () => {
  test('[R175] link to those alone that the view of the lookup lists', async () => {
    const stocks = await made('stocks', [{ name: 'Left', uri: 'left', type: 'number' }])
    const [left] = (await house.deps.readModel(house.actor)).entities.get(stocks)?.attributes ?? []
    const view = house.actor.newId()
    const of = [{ kind: 'condition', attribute: left?.id, operator: 'gt', values: ['0'] }]
    await house.deps.applyChange(house.actor, [
      { kind: 'view.create', entity_id: stocks, id: view, view: { name: 'In stock', filter: { kind: 'and', of } } },
    ])
    const picks = await made('picks', [
      { name: 'Code', uri: 'code', type: 'text', unique: true },
      { name: 'Stock', uri: 'stock', type: 'N:1', related_entity: stocks, related_view: view },
    ])
    await ended(stocks, ['name', 'left'], 'Apple,3\nPlum,0\n')
    const { dry, job } = await ended(picks, ['code', 'stock'], 'a,Apple\nb,Plum\nc,\n')
    expect(dry.first).toMatchObject([{ row: 3, header: 'stock', cell: 'Plum', code: 'validation.candidate' }])
    expect(job).toMatchObject({ result: { rows: 2, rejected: 1 } })
    const changed = await ended(picks, ['code', 'stock'], 'c,Plum\nd,Apple\n', ['code'])
    expect(changed.dry.first).toMatchObject([{ row: 2, header: 'stock', code: 'validation.candidate' }])
  })
})

describe('rows that change records are checked with what those are', () => {
  test('conditions and candidates read of the record what the file does not say', async () => {
    await ended(
      orders,
      ['code', 'start', 'due', 'country'],
      'l,2026-02-01,2026-03-01,Latvia\nm,2026-02-01,2026-03-01,\n',
    )
    const { dry } = await ended(orders, ['code', 'due'], 'l,2026-01-31\nm,2026-02-02\n', ['code'])
    expect(dry.first).toMatchObject([{ row: 2, header: 'due', code: 'validation.condition' }])
    expect(await order('l')).toMatchObject({ due: '2026-03-01', version: '1' })
    expect(await order('m')).toMatchObject({ due: '2026-02-02', version: '2' })
    const moved = await ended(orders, ['code', 'city'], 'l,Tallinn\nm,Tallinn\n', ['code'])
    expect(moved.dry.first).toMatchObject([{ row: 2, header: 'city', code: 'validation.candidate' }])
  })

  test('a dependent choice goes with the choice that the record has', async () => {
    await ended(orders, ['code', 'kind', 'sort'], 'n,fruit,apple\no,root,\n')
    const { dry } = await ended(orders, ['code', 'sort'], 'n,carrot\no,carrot\np,apple\n', ['code'])
    expect(dry.first).toMatchObject([
      { row: 2, header: 'sort', cell: 'carrot', code: 'validation.option' },
      { row: 4, header: 'sort', cell: 'apple', code: 'validation.option' },
    ])
    expect(await order('o')).toMatchObject({ kind: 'root', sort: 'carrot' })
    const away = await ended(orders, ['code', 'kind'], 'n,root\nnn,root\n', ['code'])
    expect(away.dry.first).toMatchObject([{ row: 2, code: 'validation.option' }])
  })

  test('default expressions do not change what a record has', async () => {
    await ended(orders, ['code', 'start', 'due'], 'q,2026-02-01,\n')
    await ended(orders, ['code', 'country'], 'q,Latvia\n', ['code'])
    expect(await order('q')).toMatchObject({ start: '2026-02-01', due: null, rate: null })
  })
})

describe('a batch of 5,000 rows', () => {
  test('reads what its rows link to at once', async () => {
    const cities = Array.from({ length: 2500 }, (_, at) => `City ${at},Latvia`).join('\n')
    const { entitiesByUri } = await house.deps.readModel(house.actor)
    await ended(entitiesByUri.get('cities')?.id ?? '', ['name', 'country'], `${cities}\n`)
    const rows = Array.from({ length: 5000 }, (_, at) => `many${at},Latvia,City ${at % 2500}`).join('\n')
    const { job } = await ended(orders, ['code', 'country', 'city'], `${rows}\n`)
    expect(job).toMatchObject({ result: { rows: 5000, rejected: 0 } })
    const again = await ended(orders, ['code', 'country'], `${rows.replaceAll(/,City \d+/g, '')}\n`, ['code'])
    expect(again.job).toMatchObject({ result: { rows: 5000, updated: 0, same: 5000 } })
  })
})
