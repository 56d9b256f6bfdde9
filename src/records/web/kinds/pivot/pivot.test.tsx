import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attributeOf } from '#attributes/attribute.ts'
import { entityOf } from '#entities/entity.ts'
import { modelOf, withAttributes } from '#entities/model.ts'
import { modelQuery } from '#entities/web/entities.client.ts'
import { LanguageProvider, loadLocale } from '#language/web/language.tsx'
import { chartOption } from '#records/web/kinds/pivot/chartOption.ts'
import { Pivot } from '#records/web/kinds/pivot/Pivot.tsx'
import { PivotSettings } from '#records/web/kinds/pivot/PivotSettings.tsx'
import type { ViewKindProps } from '#records/web/kinds/viewKinds.ts'
import type { Language } from '#language/web/language.tsx'
import { defaultListing, type PlainListing } from '#views/listing.ts'
import { pivotPlan } from '#views/pivot.ts'
import { pivotTable, type PivotRow } from '#views/pivotTable.ts'
import { neutralContent, type ViewContent } from '#views/view.ts'

const initial = await loadLocale('en')
const option = (value: string, label: string, color: string | null = null) => ({ value, label, color, active: true })
const options = [option('open', 'Open', '#d97706'), option('won', 'Won')]
const entity = withAttributes(
  entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: 'e', change_id: 'c' }),
  [
    { name: 'Stage', uri: 'stage', type: 'select', options } as const,
    { name: 'Amount', uri: 'amount', type: 'decimal', scale: 2 } as const,
    { name: 'Due', uri: 'due', type: 'date' } as const,
  ].map((draft, position) => attributeOf(draft, { id: draft.uri, entity_id: 'e', change_id: 'c', position })),
)
type Said = NonNullable<ViewContent['pivot']>
const summed: Said = {
  rows: 'stage',
  rowsby: null,
  columns: 'due',
  columnsby: 'quarter',
  measure: { function: 'sum', attribute: 'amount' },
  chart: 'none',
}
const quarter = 2026 * 4 + 1
const answer: readonly PivotRow[] = [
  { stage: 'open', ColumnKey: String(quarter), CellCount: '2', CellValue: '10.50' },
  { stage: null, ColumnKey: null, CellCount: '1', CellValue: null },
  { ColumnKey: String(quarter), ColumnCount: '2', ColumnValue: '10.50' },
  { ColumnKey: null, ColumnCount: '1', ColumnValue: null },
  { stage: 'open', RowCount: '2', RowValue: '10.50' },
  { stage: null, RowCount: '1', RowValue: null },
  { AllCount: '3', AllValue: '10.50' },
]
let rows: readonly PivotRow[] = answer
const asked = vi.fn<(address: string) => void>()
beforeEach(() => {
  rows = answer
  vi.stubGlobal('fetch', (address: string | Request) => {
    asked(address instanceof Request ? address.url : address)
    return Promise.resolve(Response.json({ value: rows }))
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  asked.mockReset()
})

function show(pivot: Said | null, given: Partial<ViewKindProps> = {}) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const reader = { id: 'me', unit_id: null, team_ids: [], variables: {}, defaults: {} }
  const model = modelOf({ version: 1, accessVersion: 0, entities: [entity], beside: { views: [], reader } })
  client.setQueryData(modelQuery('env').queryKey, model)
  const onView = vi.fn<ViewKindProps['onView']>()
  const props = {
    table: { envid: 'env', entity },
    view: { ...neutralContent, kind: 'pivot', pivot },
    listing: { ...defaultListing(entity), filter: { kind: 'and', of: [] } } as PlainListing,
    parts: { empty: <p>Nothing here</p> },
    onView,
    ...given,
  } as unknown as ViewKindProps
  render(
    <QueryClientProvider client={client}>
      <LanguageProvider initial={initial}>
        <Pivot {...props} />
      </LanguageProvider>
    </QueryClientProvider>,
  )
  return onView
}

test('a summary says its numbers by row and column, with all totals, asked for in one call', async () => {
  show(summed)
  const table = await screen.findByRole('table', { name: 'Sum of Amount by Stage and Due' })
  const lines = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map(({ textContent }) => textContent))
  expect(lines).toEqual([
    ['Stage', 'Q2 2026', 'No value', 'Total'],
    ['Open', '10.50', '', '10.50'],
    ['No value', '', '', ''],
    ['Total', '10.50', '', '10.50'],
  ])
  expect(asked).toHaveBeenCalledTimes(1)
})

test('a press on a number shows its records: the view as a grid, narrowed to them', async () => {
  const before = { kind: 'condition', attribute: 'amount', operator: 'gt', values: ['1'] } as const
  const view = { ...neutralContent, kind: 'pivot', pivot: summed, filter: { kind: 'or', of: [before] } } as const
  const onView = show(summed, { view })
  fireEvent.click(await screen.findByRole('button', { name: '10.50, Open, Q2 2026: show the records' }))
  expect(onView).toHaveBeenCalledWith({
    kind: 'grid',
    filter: {
      kind: 'and',
      of: [
        { kind: 'or', of: [before] },
        { kind: 'condition', attribute: 'stage', operator: 'eq', values: ['open'] },
        { kind: 'condition', attribute: 'due', operator: 'ge', values: ['2026-04-01'] },
        { kind: 'condition', attribute: 'due', operator: 'lt', values: ['2026-07-01'] },
      ],
    },
  })
})

test('too many cells, no records and a lost attribute are told in words', async () => {
  rows = Array.from({ length: 1001 }, (_, at) => ({ stage: `s${at}`, RowCount: '1' }))
  show({ ...summed, columns: null })
  expect(await screen.findByText('This summary has more than 1,000 cells.')).toBeDefined()
  cleanup()
  rows = [{ AllCount: '0', AllValue: null }]
  show(summed)
  expect(await screen.findByText('Nothing here')).toBeDefined()
  cleanup()
  show({ ...summed, rows: 'gone' })
  expect(await screen.findByText(/Choose in the view’s editor/)).toBeDefined()
})

function Settings({ said }: { said: (pivot: ViewContent['pivot']) => void }) {
  const [content, setContent] = useState<ViewContent>({
    ...neutralContent,
    kind: 'pivot',
    pivot: { ...summed, columns: null },
  })
  const onChange = (change: Partial<ViewContent>) => {
    setContent({ ...content, ...change })
    said(change.pivot ?? null)
  }
  return (
    <LanguageProvider initial={initial}>
      <PivotSettings {...{ entity, content, onChange }} problemAt={() => undefined} />
    </LanguageProvider>
  )
}

async function choose(label: RegExp, option: string) {
  fireEvent.click(await screen.findByRole('button', { name: label }))
  fireEvent.click(await screen.findByRole('option', { name: option }))
}

test('the editor asks for a period where rows are days, and begins with months', async () => {
  const said = vi.fn<(pivot: ViewContent['pivot']) => void>()
  render(<Settings said={said} />)
  expect(screen.queryByText('Period of the rows')).toBe(null)
  await choose(/Rows$/, 'Due')
  expect(said).toHaveBeenLastCalledWith({ ...summed, columns: null, rows: 'due', rowsby: 'month' })
  expect(await screen.findByText('Period of the rows')).toBeDefined()
})

test('the editor offers a chart of numbers, and none of days', async () => {
  const said = vi.fn<(pivot: ViewContent['pivot']) => void>()
  render(<Settings said={said} />)
  expect(await screen.findByRole('radio', { name: 'Bars' })).toBeDefined()
  await choose(/What the cells show$/, 'Highest')
  await choose(/Of the attribute$/, 'Due')
  expect(said).toHaveBeenLastCalledWith(expect.objectContaining({ measure: { function: 'max', attribute: 'due' } }))
  expect(screen.queryByRole('radio', { name: 'Bars' })).toBe(null)
})

test('a chart has the numbers and words of the table, and the colours of choices and tokens', () => {
  const plan = pivotPlan(summed, entity)
  const table = plan && pivotTable(answer, plan, () => 0)
  if (!plan || !table || table === 'tooMany') throw new Error('no table')
  const language = { t: (key: string) => key, locale: 'en', number: String, day: String } as unknown as Language
  const tokens = { text: '#000000', muted: '#777777', line: '#cccccc', raised: '#ffffff', background: '#ffffff' }
  const colours = { ...tokens, series: ['#2360e6', '#0c6b3d'], font: 'sans-serif' }
  const drawn = { plan, table, language, colours, isNarrow: false }
  expect(chartOption({ ...drawn, kind: 'bar' })).toMatchObject({
    animation: false,
    xAxis: { data: ['Open', 'records.noValue'] },
    series: [
      { type: 'bar', color: '#2360e6', data: [10.5, null] },
      { type: 'bar', color: '#777777', data: [null, null] },
    ],
  })
  expect(chartOption({ ...drawn, kind: 'pie' })).toMatchObject({
    series: [{ data: [{ name: 'Open', value: 10.5, itemStyle: { color: '#d97706' } }, { value: 0 }] }],
  })
})
