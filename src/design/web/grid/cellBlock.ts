import type { ColumnLayout, ColumnShape } from '#design/columns.ts'
import type { Rectangle } from '#design/selection.ts'
import { tickColumnId, type CellBlock } from '#design/web/grid/gridColumn.ts'

/** A selected rectangle as rows and column ids; the boxes that tick rows are not data. */
export function blockOf(layout: ColumnLayout<ColumnShape>, { top, bottom, left, right }: Rectangle): CellBlock {
  const columnIds = layout.columns.slice(left, right + 1).map(({ id }) => id)
  return { from: top, to: bottom, columnIds: columnIds.filter((id) => id !== tickColumnId) }
}
