import { afterAll, beforeAll, expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { defaultListing, type PlainListing } from '#views/listing.ts'
import { mostAnswered, pivotPlan, pivotQuery } from '#views/pivot.ts'
import { headConditions, pivotTable, type PivotRow } from '#views/pivotTable.ts'
import { filterFields, filterText } from '#views/filter.ts'
import { filterOf } from '#views/viewListing.ts'
import type { ViewContent } from '#views/view.ts'
import { openApiOn, type TestApi } from '../support/apis.ts'
import { expected, newEntity, newEnvironment, newMaker, type Maker, type Place } from '../support/maker.ts'

let house: TestApi
let maker: Maker
let home: Place

const customer = (related_entity: string) =>
  ({ name: 'Customer', uri: 'customer', type: 'N:1', related_entity }) as const
const attributes = [
  {
    name: 'Stage',
    uri: 'stage',
    type: 'select',
    options: ['open', 'won'].map((value) => ({ value, label: value, color: null, active: true })),
  },
  { name: 'Amount', uri: 'amount', type: 'decimal', scale: 2 },
  { name: 'Due', uri: 'due', type: 'date' },
  { name: 'Called', uri: 'called', type: 'datetime' },
] as const
const dues = ['2025-12-29', '2025-12-31', '2026-01-01', '2026-01-04', '2026-01-05', '2026-03-31', '2026-04-01', null]
// Around midnight and around the changes of the clocks in Riga.
const calls = ['2025-12-31T21:59:59Z', '2025-12-31T22:00:00Z', '2026-03-31T20:59:00Z', '2026-03-31T21:00:00Z', null]

beforeAll(async () => {
  house = await openApiOn('pivot')
  maker = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(maker, 'home')
  const customers = await newEntity(maker, home, 'customers', [])
  const { id } = await newEntity(maker, home, 'deals', [...attributes, customer(customers.id)])
  expect(id).toBeTruthy()
  const make = async (set: string, body: object) =>
    (await expected(201, maker.send('POST', `/api/odata/v1/${home.id}/${set}`, body))).json<{ id: string }>().id
  // Two of one name stay two.
  const ids = [await make('customers', { name: 'Ann' }), await make('customers', { name: 'Ann' })]
  for (let at = 0; at < 40; at++) {
    await make('deals', {
      name: `d${at}`,
      stage: [null, 'open', 'won'][at % 3],
      amount: at % 7 === 0 ? null : `${at}.25`,
      due: dues[at % dues.length],
      called: calls[at % calls.length],
      customer_id: at % 4 === 0 ? null : ids[at % 2],
    })
  }
})
afterAll(() => house.close())

const entity = withAttributes(
  entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: 'e', change_id: 'c' }),
  [...attributes, customer('x')].map((draft, position) =>
    attributeOf(draft, { id: draft.uri, entity_id: 'e', change_id: 'c', position }),
  ),
)
const listing = { ...defaultListing(entity), filter: { kind: 'and', of: [] } } as PlainListing
const reader = { timeZone: 'Europe/Riga', now: new Date('2026-06-01T12:00:00Z') }

async function askFor(query: string): Promise<{ value: PivotRow[]; count: number }> {
  const headers = { accept: 'application/json;IEEE754Compatible=true', prefer: `odata.maxpagesize=${mostAnswered}` }
  const answer = await expected(200, maker.send('GET', `/api/odata/v1/${home.id}/deals?${query}`, undefined, headers))
  const body = answer.json<{ value: PivotRow[]; '@odata.count'?: string }>()
  return { value: body.value, count: Number(body['@odata.count']) }
}

async function summary(said: Partial<NonNullable<ViewContent['pivot']>>) {
  const measure = { function: 'count', attribute: null } as const
  const whole = {
    rows: 'stage',
    rowsby: null,
    columns: null,
    columnsby: null,
    measure,
    chart: 'none',
    ...said,
  } as const
  const plan = pivotPlan(whole, entity)
  if (!plan) throw new Error('no plan')
  const { value } = await askFor(pivotQuery(plan, entity, listing, reader))
  const table = pivotTable(value, plan, (left, right) => left.localeCompare(right))
  if (table === 'tooMany') throw new Error('too many')
  return { plan, table }
}

const units = ['year', 'quarter', 'month', 'week', 'day'] as const
const cases = [
  ...units.map((columnsby) => ({ rows: 'stage', columns: 'due', columnsby })),
  ...units.map((rowsby) => ({ rows: 'called', rowsby, columns: 'customer' })),
  { rows: 'customer', columns: 'stage' },
  { rows: 'due', rowsby: 'year', columns: 'due', columnsby: 'month' },
  { rows: 'stage', columns: 'due', columnsby: 'month', measure: { function: 'sum', attribute: 'amount' } },
  { rows: 'customer', columns: 'called', columnsby: 'quarter', measure: { function: 'sum', attribute: 'amount' } },
  { rows: 'stage', columns: 'customer', measure: { function: 'filled', attribute: 'amount' } },
] as const

test.each(cases)('the cells of a summary add up to its totals: $rows by $columns $columnsby $rowsby', async (said) => {
  const { table, plan } = await summary(said)
  const part = (cell: { count: number; value: string | null } | undefined) => ({
    count: cell?.count ?? 0,
    cents: Math.round(Number(cell?.value ?? 0) * 100),
  })
  const sum = (cells: Parameters<typeof part>[0][]) =>
    cells
      .map(part)
      .reduce((all, each) => ({ count: all.count + each.count, cents: all.cents + each.cents }), part(undefined))
  for (const { key } of table.rows)
    expect(sum(table.columns.map((each) => table.cell(key, each.key)))).toEqual(part(table.rowTotal(key)))
  for (const { key } of table.columns)
    expect(sum(table.rows.map((each) => table.cell(each.key, key)))).toEqual(part(table.columnTotal(key)))
  expect(sum(table.rows.map(({ key }) => table.rowTotal(key)))).toEqual(part(table.total))
  expect(table.total.count).toBe(plan.measure.function === 'filled' ? 34 : 40)
})

test.each(cases.filter(({ rows }) => rows !== 'stage'))(
  'the filter of a row finds as many records as the row tells: $rows $rowsby',
  async (said) => {
    const { table, plan } = await summary(said)
    for (const head of table.rows) {
      const of = headConditions(plan.rows, head, reader.timeZone)
      if (!of) throw new Error('no filter')
      const filter = filterOf({ kind: 'and', of }, entity) as PlainListing['filter']
      const text = filterText(filter, filterFields(entity.fields)) ?? ''
      const { count } = await askFor(`$filter=${encodeURIComponent(text)}&$count=true&$top=0`)
      expect([head.value, count]).toEqual([head.value, table.rowTotal(head.key)?.count])
    }
  },
)

test('what is worked out beside sums has totals of its own', async () => {
  const { table } = await summary({ columns: 'customer', measure: { function: 'average', attribute: 'amount' } })
  const amounts = Array.from({ length: 40 }, (_, at) => at).flatMap((at) => (at % 7 === 0 ? [] : [at + 0.25]))
  const mean = amounts.reduce((all, each) => all + each, 0) / amounts.length
  expect(Number(table.total.value)).toBeCloseTo(mean, 6)
  expect(table.columns.map(({ name }) => name)).toEqual(['Ann', 'Ann', null])
})
