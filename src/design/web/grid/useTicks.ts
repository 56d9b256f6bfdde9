import { useRef } from 'react'
import type { ColumnLayout } from '#design/columns.ts'
import { allRows, isRowSelected, noRows, withoutRows, withRows, type RowSelection } from '#design/selection.ts'
import { tickColumnId, type GridColumn } from '#design/web/grid/gridColumn.ts'

type Ticked<Row> = {
  readonly rowAt: (index: number) => Row | undefined
  readonly rowKey: (row: Row) => string
  readonly selection?: RowSelection
  readonly onSelectionChange?: (selection: RowSelection) => void
}

/** Ticking rows: one, all between two, all. */
export function useTicks<Row>(props: Ticked<Row>, layout: ColumnLayout<GridColumn<Row>>) {
  const { rowAt, rowKey, selection, onSelectionChange } = props
  const last = useRef<number>(undefined)
  const keyAt = (index: number) => {
    const row = rowAt(index)
    return row === undefined ? undefined : rowKey(row)
  }
  return {
    isTickColumn: (at: number) => layout.columns[at]?.id === tickColumnId,
    tick: (index: number) => {
      const key = keyAt(index)
      if (!selection || key === undefined) return
      last.current = index
      const turned = isRowSelected(selection, key) ? withoutRows : withRows
      onSelectionChange?.(turned(selection, [key]))
    },
    tickTo: (index: number) => {
      if (!selection) return
      const [from, to] = [last.current ?? index, index].toSorted((a, b) => a - b) as [number, number]
      const keys = Array.from({ length: to - from + 1 }, (_, at) => keyAt(from + at)).filter((key) => key !== undefined)
      last.current = index
      onSelectionChange?.(withRows(selection, keys))
    },
    tickAll: () => {
      if (!selection) return
      const isAll = selection.kind === 'all' && selection.except.size === 0
      onSelectionChange?.(isAll ? noRows : allRows)
    },
  }
}
