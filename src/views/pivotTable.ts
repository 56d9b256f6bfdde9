import { columnOf, isLink, valueTypeOf, type Field } from '#attributes/attribute.ts'
import { startOfDate } from '#dates/relativePeriod.ts'
import { keyName, spanOfKey } from '#views/periodKey.ts'
import { mostPivotCells, type PivotAxis, type PivotPlan } from '#views/pivot.ts'
import type { ViewCondition } from '#views/view.ts'

/** What a row or column stands for: a value, or the number of a period; `name` is that of what a link points to. */
export type PivotHead = {
  readonly key: string
  readonly value: string | boolean | null
  readonly name: string | null
}
export type PivotCell = { readonly count: number; readonly value: string | null }
export type PivotTable = {
  readonly rows: readonly PivotHead[]
  readonly columns: readonly PivotHead[]
  /** By the keys of the row and the column; undefined where there are no records. */
  readonly cell: (row: string, column: string) => PivotCell | undefined
  readonly rowTotal: (row: string) => PivotCell | undefined
  readonly columnTotal: (column: string) => PivotCell | undefined
  readonly total: PivotCell
}
/** A row of the answer to `pivotQuery`. */
export type PivotRow = Readonly<Record<string, unknown>>
export type CompareTexts = (left: string, right: string) => number

/** The answer to `pivotQuery` as a table, its heads in order; `tooMany` beyond what is shown. */
export function pivotTable(
  answer: readonly PivotRow[],
  plan: PivotPlan,
  compare: CompareTexts,
): PivotTable | 'tooMany' {
  const { rows, columns } = plan
  const cells = new Map<string, PivotCell>()
  const [down, across] = [new Map<string, Total>(), new Map<string, Total>()]
  let total: PivotCell = { count: 0, value: null }
  for (const row of answer) {
    const isIn = (part: string) => row[`${part}Count`] !== null && row[`${part}Count`] !== undefined
    if (isIn('All')) total = cellOf(row, 'All')
    if (isIn('Row')) addTotal(down, row, rows)
    if (columns && isIn('Column')) addTotal(across, row, columns)
    if (columns && isIn('Cell'))
      cells.set(cellKey(headOf(row, rows).key, headOf(row, columns).key), cellOf(row, 'Cell'))
  }
  if (down.size * Math.max(1, across.size) > mostPivotCells) return 'tooMany'
  return {
    rows: ordered(down, rows, compare),
    columns: columns ? ordered(across, columns, compare) : [],
    cell: (row, column) => cells.get(cellKey(row, column)),
    rowTotal: (row) => down.get(row)?.cell,
    columnTotal: (column) => across.get(column)?.cell,
    total,
  }
}

/** What records meet that stand under a head; undefined where no filter can say so. */
export function headConditions(
  { field, period }: PivotAxis,
  { value }: PivotHead,
  timeZone: string,
): readonly ViewCondition[] | undefined {
  const { operators, edm } = valueTypeOf(field)
  const condition = (operator: ViewCondition['operator'], values: ViewCondition['values']): ViewCondition => {
    return { kind: 'condition', attribute: field.id, operator, values }
  }
  if (value === null || value === '') return operators.includes('isnull') ? [condition('isnull', [])] : undefined
  if (!period) return operators.includes('eq') ? [condition('eq', [value])] : undefined
  const { from, to } = spanOfKey(period, Number(value))
  const edge = (date: string) => (edm === 'Edm.Date' ? date : startOfDate(timeZone, date).toISOString())
  return [condition('ge', [edge(from)]), condition('lt', [edge(to)])]
}

/** The records behind a cell, or behind a total where a side is left out; undefined where no filter can say so. */
export function cellConditions(
  { rows, columns, measure }: PivotPlan,
  { row, column }: { readonly row: PivotHead | undefined; readonly column: PivotHead | undefined },
  timeZone: string,
): readonly ViewCondition[] | undefined {
  const down = row ? headConditions(rows, row, timeZone) : []
  const across = column && columns ? headConditions(columns, column, timeZone) : []
  const { field } = measure
  if (!down || !across) return undefined
  if (measure.function !== 'filled' || !field) return [...down, ...across]
  const isFilterable = valueTypeOf(field).operators.includes('notnull')
  const filled = { kind: 'condition', attribute: field.id, operator: 'notnull', values: [] } as const
  return isFilterable ? [...down, ...across, filled] : undefined
}

type Total = { readonly head: PivotHead; readonly cell: PivotCell }

function addTotal(totals: Map<string, Total>, row: PivotRow, axis: PivotAxis): void {
  const head = headOf(row, axis)
  totals.set(head.key, { head, cell: cellOf(row, axis.side) })
}

function cellOf(row: PivotRow, part: string): PivotCell {
  const value = row[`${part}Value`]
  const said = typeof value === 'string' || typeof value === 'number' ? String(value) : null
  return { count: Number(row[`${part}Count`]), value: said }
}

function headOf(row: PivotRow, { side, field, period }: PivotAxis): PivotHead {
  const given = row[period ? keyName(side) : columnOf(field)]
  const value = typeof given === 'boolean' ? given : given === null || given === undefined ? null : String(given)
  return { key: JSON.stringify(value), value, name: isLink(field) ? nameIn(row[field.uri]) : null }
}

function nameIn(linked: unknown): string | null {
  const name = typeof linked === 'object' && linked !== null && 'name' in linked ? linked.name : null
  return typeof name === 'string' ? name : null
}

function cellKey(row: string, column: string): string {
  return `${row} ${column}`
}

function ordered(totals: ReadonlyMap<string, Total>, axis: PivotAxis, compare: CompareTexts): readonly PivotHead[] {
  const before = orderOf(axis, compare)
  return Array.from(totals.values(), ({ head }) => head).toSorted((left, right) => {
    // Empty values come last, as in lists.
    const [isLate, isOtherLate] = [left.value === null, right.value === null]
    return isLate || isOtherLate ? Number(isLate) - Number(isOtherLate) : before(left, right)
  })
}

function orderOf({ field, period }: PivotAxis, compare: CompareTexts): (left: PivotHead, right: PivotHead) => number {
  const { edm, control } = valueTypeOf(field)
  if (period || edm === 'Edm.Int64' || edm === 'Edm.Decimal')
    return (left, right) => Number(left.value) - Number(right.value)
  if (control === 'select') return (left, right) => place(field, left) - place(field, right)
  if (edm === 'Edm.Boolean') return (left, right) => Number(right.value) - Number(left.value)
  return (left, right) => compare(left.name ?? String(left.value), right.name ?? String(right.value))
}

/** Choices are in the makers' order; deleted choices follow. */
function place({ options }: Field, { value }: PivotHead): number {
  const at = options.findIndex((each) => each.value === value)
  return at === -1 ? options.length : at
}
