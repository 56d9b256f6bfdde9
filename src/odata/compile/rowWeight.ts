import type { BoundNode, BoundExpand, BoundSelection } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { conditionText } from '#odata/compile/expression.ts'
import type { ReadRow } from '#odata/compile/rows.ts'
import { manyRelation, manyText, sourceText } from '#odata/compile/source.ts'
import { mostAfter, stepsText } from '#odata/compile/steps.ts'
import { column, conditionsText, guardText, type Writer } from '#odata/compile/writer.ts'
import { pageOfExpanded, tooHeavy } from '#odata/expanded.ts'
import { propertyOf, type Property } from '#odata/model.ts'
import { queryLimits } from '#odata/syntax/limits.ts'

/**
 * The value of an answer, computed only where its expanded collections stay within the row limit: all of these rows
 * would be in memory together. The rows are counted first, and only where they could exceed the limit.
 */
export function weighedText(value: string, weight: string | undefined): string {
  return weight === undefined
    ? value
    : `case when ${weight} <= ${queryLimits.expandedRows} then ${value} else '${tooHeavy}' end`
}

/** Whether the rows of a selection could bring too many expanded rows. */
export function canBeHeavy(writer: Writer, selection: BoundSelection, rows: number): boolean {
  return mostExpanded(writer, selection, rows) > queryLimits.expandedRows
}

function mostExpanded(writer: Writer, { expands }: BoundSelection, rows: number): number {
  return expands.reduce((sum, expand) => {
    if (expand.isCount) return sum
    if (expand.applied) return sum + rows * mostAfter(expand.applied.steps, queryLimits.expandedPageSize)
    const found = isMany(writer, expand) ? rows * limitOf(writer, expand) : rows
    return sum + (isMany(writer, expand) ? found : 0) + mostExpanded(writer, expand.selection, found)
  }, 0)
}

/** Number of expanded collection rows within a row; undefined without expanded collections. */
export function weightText(
  writer: Writer,
  { expands }: BoundSelection,
  property: ReadRow['property'],
): string | undefined {
  const parts = expands.flatMap((expand) => (expand.isCount ? [] : (weightOf(writer, expand, property) ?? [])))
  return parts.length === 0 ? undefined : parts.join(' + ')
}

function weightOf(writer: Writer, expand: BoundExpand, property: ReadRow['property']): string | undefined {
  const { table, link } = { table: expand.selection.table, ...tableAt(writer.guarded.query, expand.selection.table) }
  if (!link) throw new Error('only lookups and collections are expanded')
  const condition = (bound: BoundNode) => conditionText(writer, bound)
  const inner = () => weightText(writer, expand.selection, (index, each: Property) => column(writer, index, each))
  if (!isMany(writer, expand)) {
    const within = inner()
    if (within === undefined) return undefined
    const { set } = tableAt(writer.guarded.query, table)
    const key = `${column(writer, table, propertyOf(set, set.key))} = ${property(link.parent, link.via)}`
    const from = sourceText(writer, table)
    const conditions = [key, guardText(writer, table), expand.filter && condition(expand.filter)]
    return `coalesce((select ${within} from ${from}${conditionsText('where', conditions)}), 0)`
  }
  const { set } = tableAt(writer.guarded.query, link.parent)
  const own = inner() ?? '0'
  const parentKey = property(link.parent, propertyOf(set, set.key))
  if (expand.applied) {
    const start = manyRelation(writer, { table, of: undefined }, condition, parentKey)
    return `(select count(*) from (${stepsText(writer, start, expand.applied.steps)}) s)`
  }
  const found = manyText(writer, { table, of: expand.filter }, condition, parentKey)
  const cut = ` limit ${limitOf(writer, expand)}${expand.skip ? ` offset ${expand.skip}` : ''}`
  return `(select coalesce(sum(1 + w.n), 0) from (select ${own} as n from ${found}${cut}) w)`
}

function isMany(writer: Writer, { selection }: BoundExpand): boolean {
  return tableAt(writer.guarded.query, selection.table).link?.purpose === 'many'
}

function limitOf(writer: Writer, expand: BoundExpand): number {
  return pageOfExpanded(expand, expand.isWhole ? undefined : writer.maxPageSize).limit
}
