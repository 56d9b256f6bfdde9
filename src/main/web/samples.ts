import { attributeOf, columnOf, type AttributeDraft } from '#attributes/attribute.ts'
import type { WireValue } from '#attributes/type.ts'
import { entityOf } from '#entities/entity.ts'
import { withAttributes } from '#entities/model.ts'
import { pivotPlan, type PivotPlan } from '#views/pivot.ts'
import { pivotTable, type PivotRow, type PivotTable } from '#views/pivotTable.ts'

const stages = [
  { value: 'open', label: 'Open', color: '#d97706', active: true },
  { value: 'won', label: 'Won', color: '#15803d', active: true },
  { value: 'lost', label: 'Lost', color: '#b91c1c', active: true },
]
const fields: readonly (readonly [AttributeDraft, WireValue])[] = [
  [{ name: 'Title', uri: 'title', type: 'text', required: true }, 'Honey for the winter'],
  [{ name: 'Stage', uri: 'stage', type: 'select', options: stages }, 'open'],
  [{ name: 'Tags', uri: 'tags', type: 'multiselect', options: stages }, ['open', 'won']],
  [{ name: 'Amount', uri: 'amount', type: 'decimal', scale: 2, pretext: '€' }, '1234.50'],
  [{ name: 'Crates', uri: 'crates', type: 'number', undertext: 'A crate holds twelve jars' }, '12'],
  [{ name: 'Rating', uri: 'rating', type: 'rating' }, '4'],
  [{ name: 'Due', uri: 'due', type: 'date' }, '2026-02-27'],
  [{ name: 'Meeting', uri: 'meeting', type: 'datetime' }, '2026-02-27T09:30:00.000Z'],
  [{ name: 'Opens', uri: 'opens', type: 'time' }, '08:00'],
  [{ name: 'Month', uri: 'month', type: 'month' }, '2026-02'],
  [{ name: 'Week', uri: 'week', type: 'week' }, '2026-W09'],
  [{ name: 'Effort', uri: 'effort', type: 'duration' }, 'PT1H30M'],
  [{ name: 'E-mail', uri: 'mail', type: 'email' }, 'ann@example.com'],
  [{ name: 'Address', uri: 'address', type: 'url' }, 'https://example.org'],
  [{ name: 'Telephone', uri: 'telephone', type: 'tel' }, '+371 20000000'],
  [{ name: 'Secret', uri: 'secret', type: 'password' }, null],
  [{ name: 'Colour', uri: 'colour', type: 'color' }, '#0f766e'],
  [{ name: 'Newsletter', uri: 'newsletter', type: 'boolean' }, true],
  [{ name: 'Note', uri: 'note', type: 'textarea' }, 'Leave it at the gate.'],
  [{ name: 'Terms', uri: 'terms', type: 'markup' }, '**30 days** net'],
]

export const sampleAttributes = fields.map(([draft], position) =>
  attributeOf(draft, { id: draft.uri, entity_id: 'deals', change_id: 'sample', position }),
)

/** A value for each, by column. */
export const sampleRecord: Readonly<Record<string, WireValue>> = Object.fromEntries(
  sampleAttributes.map((attribute, at) => [columnOf(attribute), fields[at]?.[1] ?? null]),
)

/** What a summary by stage and quarter would answer: amounts in hundreds. */
export const sampleSummary = summaryOf([
  ['open', [120, 180, 240, 310]],
  ['won', [90, 140, 160, 220]],
  ['lost', [40, 30, 55, 25]],
])

function summaryOf(amounts: readonly (readonly [string, readonly number[]])[]): {
  readonly plan: PivotPlan
  readonly table: PivotTable
} {
  const deals = withAttributes(
    entityOf({ name: 'Deal', collectionname: 'Deals', uri: 'deals' }, { id: 'deals', change_id: 'sample' }),
    sampleAttributes,
  )
  const measure = { function: 'sum', attribute: 'amount' } as const
  const plan = pivotPlan(
    { rows: 'due', rowsby: 'quarter', columns: 'stage', columnsby: null, measure, chart: 'bar' },
    deals,
  )
  const firstQuarter = 2025 * 4
  const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
  const quarters = amounts[0]?.[1].map((_, at) => at) ?? []
  const rows: readonly PivotRow[] = [
    ...amounts.flatMap(([stage, values]) =>
      values.map((value, at) => ({
        stage,
        RowKey: String(firstQuarter + at),
        CellCount: '1',
        CellValue: `${value}00`,
      })),
    ),
    ...amounts.map(([stage, values]) => ({ stage, ColumnCount: '4', ColumnValue: `${sum(values)}00` })),
    ...quarters.map((at) => ({
      RowKey: String(firstQuarter + at),
      RowCount: '3',
      RowValue: `${sum(amounts.map(([, values]) => values[at] ?? 0))}00`,
    })),
    { AllCount: '12', AllValue: `${sum(amounts.flatMap(([, values]) => values))}00` },
  ]
  const table = plan && pivotTable(rows, plan, (left, right) => left.localeCompare(right))
  if (!plan || !table || table === 'tooMany') throw new Error('The samples are no summary')
  return { plan, table }
}
