import fc from 'fast-check'
import { expect, test } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { clockChanges } from '#dates/clockChanges.ts'
import { defaultListing, type PlainListing } from '#views/listing.ts'
import { spanOfKey } from '#views/periodKey.ts'
import { mostPivotCells, pivotPlan, pivotQuery, type PivotPlan } from '#views/pivot.ts'
import { headConditions, pivotTable, type PivotRow } from '#views/pivotTable.ts'
import type { ViewContent } from '#views/view.ts'

const option = (value: string) => ({ value, label: value.toUpperCase(), color: null, active: true })
const entity = withAttributes(
  entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: 'e', change_id: 'c' }),
  [
    { name: 'Stage', uri: 'stage', type: 'select', options: ['won', 'lost', 'open'].map(option) } as const,
    { name: 'Amount', uri: 'amount', type: 'number' } as const,
    { name: 'Due', uri: 'due', type: 'date' } as const,
    { name: 'Customer', uri: 'customer', type: 'N:1', related_entity: 'x' } as const,
  ].map((draft, position) => attributeOf(draft, { id: draft.uri, entity_id: 'e', change_id: 'c', position })),
)
type Pivot = NonNullable<ViewContent['pivot']>
const counted: Pivot = {
  rows: 'stage',
  rowsby: null,
  columns: null,
  columnsby: null,
  measure: { function: 'count', attribute: null },
  chart: 'none',
}
const planOf = (said: Partial<Pivot>): PivotPlan => {
  const plan = pivotPlan({ ...counted, ...said }, entity)
  if (!plan) throw new Error('no plan')
  return plan
}
const listing = { ...defaultListing(entity), filter: { kind: 'and', of: [] } } as PlainListing
const reader = { timeZone: 'UTC', now: new Date('2026-06-01') }
const said = (query: string) => decodeURIComponent(query)
const compare = (left: string, right: string) => left.localeCompare(right)

test('a summary is one statement: cells, totals of columns and rows, and the total', () => {
  const sum = { function: 'sum', attribute: 'amount' } as const
  const plan = planOf({ rows: 'customer', columns: 'due', columnsby: 'quarter', measure: sum })
  expect(said(pivotQuery(plan, entity, { ...listing, search: 'riga' }, reader))).toBe(
    '$apply=search(riga)/compute(year(due) mul 4 add (month(due) sub 1) div 3 as ColumnKey)/concat(' +
      'groupby((customer_id,customer/name,ColumnKey),aggregate($count as CellCount,amount with sum as CellValue))/top(1001),' +
      'groupby((ColumnKey),aggregate($count as ColumnCount,amount with sum as ColumnValue))/top(1001),' +
      'groupby((customer_id,customer/name),aggregate($count as RowCount,amount with sum as RowValue))/top(1001),' +
      'aggregate($count as AllCount,amount with sum as AllValue))&$top=3004',
  )
  expect(said(pivotQuery(planOf({}), entity, listing, reader))).toBe(
    '$apply=concat(groupby((stage),aggregate($count as RowCount))/top(1001),aggregate($count as AllCount))&$top=3004',
  )
})

test('a summary that lost what it needs is none; the same values are not put across themselves', () => {
  expect(pivotPlan({ ...counted, rows: 'gone' }, entity)).toBe(undefined)
  expect(pivotPlan({ ...counted, measure: { function: 'sum', attribute: 'gone' } }, entity)).toBe(undefined)
  expect(pivotPlan({ ...counted, measure: { function: 'sum', attribute: 'stage' } }, entity)).toBe(undefined)
  expect(pivotPlan(null, entity)).toBe(undefined)
  expect(planOf({ columns: 'stage' }).columns).toBe(undefined)
  expect(planOf({ columns: 'gone' }).columns).toBe(undefined)
  expect(planOf({ rows: 'due' }).rows.period).toBe('month')
})

type Deal = { stage: string | null; amount: number; customer: string | null }
const deals = fc.array(
  fc.record({
    stage: fc.constantFrom('won', 'open', 'gone', null),
    amount: fc.integer({ min: -1000, max: 1000 }),
    customer: fc.constantFrom('k1', 'k2', 'k3', null),
  }),
  { minLength: 1, maxLength: 60 },
)

/** Answers as the service does: a row for each group, with nothing under the names of the others. */
function answerTo(records: readonly Deal[]): PivotRow[] {
  const none = { stage: null, customer_id: null, customer: { name: null } }
  const group = (part: string, by: (deal: Deal) => PivotRow) =>
    [...Map.groupBy(records, (deal) => JSON.stringify(by(deal))).values()].map((of): PivotRow => ({
      ...none,
      ...by(of[0] ?? records[0] ?? { stage: null, amount: 0, customer: null }),
      [`${part}Count`]: String(of.length),
      [`${part}Value`]: String(of.reduce((sum, { amount }) => sum + amount, 0)),
    }))
  const down = ({ stage }: Deal) => ({ stage })
  // Two of the customers have one name.
  const across = ({ customer }: Deal) => ({ customer_id: customer, customer: { name: customer && 'Ann' } })
  const parts = [group('Cell', (deal) => ({ ...down(deal), ...across(deal) })), group('Column', across)]
  return [...parts.flat(), ...group('Row', down), ...group('All', () => ({}))]
}

test('the cells of a table add up to its totals, whatever the records are', () => {
  const plan = planOf({ columns: 'customer', measure: { function: 'sum', attribute: 'amount' } })
  fc.assert(
    fc.property(deals, (records) => {
      const table = pivotTable(answerTo(records), plan, compare)
      if (table === 'tooMany') throw new Error('too many')
      const sum = (values: readonly ({ value: string | null } | undefined)[]) =>
        values.reduce((all, each) => all + Number(each?.value ?? 0), 0)
      for (const { key } of table.rows)
        expect(sum(table.columns.map((each) => table.cell(key, each.key)))).toBe(Number(table.rowTotal(key)?.value))
      for (const { key } of table.columns)
        expect(sum(table.rows.map((each) => table.cell(each.key, key)))).toBe(Number(table.columnTotal(key)?.value))
      expect(sum(table.rows.map(({ key }) => table.rowTotal(key)))).toBe(Number(table.total.value))
      expect(table.total.count).toBe(records.length)
      expect(table.columns).toHaveLength(new Set(records.map(({ customer }) => customer)).size)
    }),
  )
})

test('choices stand in the order of the maker, those that are gone after them, no value last', () => {
  const answer = [null, 'gone', 'open', 'won'].map((stage) => ({ stage, RowCount: '1' }))
  const table = pivotTable(answer, planOf({}), compare)
  expect(table !== 'tooMany' && table.rows.map(({ value }) => value)).toEqual(['won', 'open', 'gone', null])
})

test(`more than ${mostPivotCells} cells are too many, however few of them are filled`, () => {
  const rows = (count: number) => Array.from({ length: count }, (_, at) => ({ stage: `s${at}`, RowCount: '1' }))
  const columns = Array.from({ length: 100 }, (_, at) => ({ customer_id: `k${at}`, ColumnCount: '1' }))
  expect(pivotTable(rows(mostPivotCells), planOf({}), compare)).not.toBe('tooMany')
  expect(pivotTable(rows(mostPivotCells + 1), planOf({}), compare)).toBe('tooMany')
  expect(pivotTable([...rows(11), ...columns], planOf({ columns: 'customer' }), compare)).toBe('tooMany')
})

test('a press on a head is the filter for its records', () => {
  const { rows } = planOf({ rows: 'due', rowsby: 'quarter' })
  const head = { key: '', name: null }
  expect(headConditions(rows, { ...head, value: String(2026 * 4 + 1) }, 'UTC')).toEqual([
    { kind: 'condition', attribute: 'due', operator: 'ge', values: ['2026-04-01'] },
    { kind: 'condition', attribute: 'due', operator: 'lt', values: ['2026-07-01'] },
  ])
  expect(headConditions(rows, { ...head, value: null }, 'UTC')).toEqual([
    { kind: 'condition', attribute: 'due', operator: 'isnull', values: [] },
  ])
})

test('the numbers of periods are the days that they mean', () => {
  expect(spanOfKey('year', 2026)).toEqual({ from: '2026-01-01', to: '2027-01-01' })
  expect(spanOfKey('month', 2026 * 12)).toEqual({ from: '2026-01-01', to: '2026-02-01' })
  expect(spanOfKey('week', 0)).toEqual({ from: '1970-01-05', to: '1970-01-12' })
  expect(spanOfKey('week', -1)).toEqual({ from: '1969-12-29', to: '1970-01-05' })
  expect(spanOfKey('day', 20_454)).toEqual({ from: '2026-01-01', to: '2026-01-02' })
})

test('clocks are moved at the minute at which they are moved', () => {
  const changes = clockChanges('Europe/Riga', new Date('2026-06-01T00:00:00Z'))
  expect(changes.find(({ from }) => from === Date.parse('2026-03-29T01:00:00Z'))?.offset).toBe(180)
  expect(changes.find(({ from }) => from === Date.parse('2026-10-25T01:00:00Z'))?.offset).toBe(120)
  expect(clockChanges('Asia/Kolkata', new Date('2026-06-01T00:00:00Z')).map(({ offset }) => offset)).toEqual([330])
})
