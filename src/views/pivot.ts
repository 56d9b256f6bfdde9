import { columnOf, isLink, valueTypeOf, type Field } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { PeriodUnit } from '#dates/periodUnit.ts'
import { functionsFor, isMomentField, isPivotable } from '#views/capability.ts'
import type { PlainListing } from '#views/listing.ts'
import { listingOption } from '#views/listing.ts'
import { keySteps, keyName } from '#views/periodKey.ts'
import { selectionSteps } from '#views/summary.ts'
import type { ViewContent, ViewFunction } from '#views/view.ts'
import { fieldNamed } from '#views/viewListing.ts'

/** Most cells of a summary; more than that nobody reads. */
export const mostPivotCells = 1000

/** What the rows or the columns of a summary stand for: values of a field, or periods that they lie in. */
export type PivotAxis = { readonly side: 'Row' | 'Column'; readonly field: Field; readonly period: PeriodUnit | null }
/** What a summary works out of each group: of a field, or how many records there are. */
export type PivotMeasure = { readonly function: ViewFunction; readonly field: Field | undefined }
export type PivotPlan = {
  readonly rows: PivotAxis
  readonly columns: PivotAxis | undefined
  readonly measure: PivotMeasure
}

/** What a view's summary means now; undefined where its entity lost what it needs. */
export function pivotPlan(
  pivot: ViewContent['pivot'],
  entity: Pick<EntityDefinition, 'fields'>,
): PivotPlan | undefined {
  if (!pivot) return undefined
  const rows = axisOf('Row', fieldNamed(entity, pivot.rows), pivot.rowsby)
  const columns = axisOf('Column', fieldNamed(entity, pivot.columns), pivot.columnsby)
  const field = fieldNamed(entity, pivot.measure.attribute)
  const isKnown = pivot.measure.function === 'count' || (field && functionsFor(field).includes(pivot.measure.function))
  if (!rows || !isKnown) return undefined
  const isSame = columns?.field.id === rows.field.id && columns.period === rows.period
  return { rows, columns: isSame ? undefined : columns, measure: { function: pivot.measure.function, field } }
}

/**
 * The query string of a whole summary: cells, totals of rows and of columns, and the total of all, in one statement.
 * Which of them a row of the answer is, its names tell: `CellCount`, `RowCount`, `ColumnCount`, `AllCount`.
 */
export function pivotQuery(
  plan: PivotPlan,
  entity: Pick<EntityDefinition, 'fields'>,
  listing: PlainListing,
  reader: { readonly timeZone: string; readonly now: Date },
): string {
  const { rows, columns, measure } = plan
  const branch = (part: string, by: readonly string[]) => {
    const values = aggregateTexts(part, measure)
    const grouped = `groupby((${by.join(',')}),aggregate(${values}))/top(${mostPivotCells + 1})`
    return by.length === 0 ? `aggregate(${values})` : grouped
  }
  const [down, across] = [axisPaths(rows), columns ? axisPaths(columns) : []]
  const branches = [
    ...(columns ? [branch('Cell', [...down, ...across]), branch('Column', across)] : []),
    branch('Row', down),
    branch('All', []),
  ]
  const keys = [rows, ...(columns ? [columns] : [])].flatMap((axis) => keySteps(axis, reader))
  // Records without a value of the attribute are not counted where its values are.
  const filled = measure.function === 'filled' && measure.field ? [`filter(${columnOf(measure.field)} ne null)`] : []
  const steps = [...selectionSteps(entity, listing), ...filled, ...keys, `concat(${branches.join(',')})`]
  return `${listingOption('apply', steps.join('/'))}&$top=${mostAnswered}`
}

/** Most rows that the statement of a summary answers with. */
export const mostAnswered = 3 * (mostPivotCells + 1) + 1

/** The names by which an axis groups. A link is told apart by its id and read by its name. */
export function axisPaths({ side, field, period }: PivotAxis): readonly string[] {
  if (period) return [keyName(side)]
  return isLink(field) || valueTypeOf(field).control === 'lookup'
    ? [columnOf(field), `${field.uri}/name`]
    : [columnOf(field)]
}

/** Moments are always put together by periods; so are days, of which each is a period too. */
function axisOf(
  side: PivotAxis['side'],
  field: Field | undefined,
  said: PeriodUnit | null | undefined,
): PivotAxis | undefined {
  if (!field || !isPivotable(field)) return undefined
  return { side, field, period: isMomentField(field) ? (said ?? 'month') : null }
}

function aggregateTexts(part: string, { function: name, field }: PivotMeasure): string {
  const count = `$count as ${part}Count`
  const isCount = name === 'count' || name === 'filled' || !field
  return isCount ? count : `${count},${columnOf(field)} with ${name} as ${part}Value`
}
