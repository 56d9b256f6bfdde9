import type { ClipboardEvent } from 'react'
import type { ColumnLayout } from '#design/columns.ts'
import type { Rectangle } from '#design/selection.ts'
import { parseTsv, printTsv } from '#design/tsv.ts'
import { blockOf } from '#design/web/grid/cellBlock.ts'
import { tickColumnId, type CellBlock, type GridColumn } from '#design/web/grid/gridColumn.ts'

type Copied<Row> = {
  readonly rowAt: (index: number) => Row | undefined
  readonly onPaste?: (cells: string[][], at: CellBlock) => void
  readonly onCopy?: (copied: { cells: number; missingRows: number }) => void
}

// More than this through a clipboard is a task for an export.
const mostRows = 50_000

/** Copy and paste, as spreadsheets do it. */
export function useGridClipboard<Row>(grid: Copied<Row>, layout: ColumnLayout<GridColumn<Row>>, rectangle: Rectangle) {
  const { rowAt, onPaste, onCopy } = grid
  return {
    onCopy: (event: ClipboardEvent) => {
      const { from, to } = blockOf(layout, rectangle)
      const columns = layout.columns.slice(rectangle.left, rectangle.right + 1).filter(({ id }) => id !== tickColumnId)
      const wanted = Array.from({ length: Math.min(mostRows, to - from + 1) }, (_, at) => rowAt(from + at))
      const rows = wanted.filter((row) => row !== undefined)
      if (rows.length === 0 || columns.length === 0) return
      event.preventDefault()
      event.clipboardData.setData('text/plain', printTsv(rows.map((row) => columns.map((column) => column.text(row)))))
      onCopy?.({ cells: rows.length * columns.length, missingRows: to - from + 1 - rows.length })
    },
    onPaste: (event: ClipboardEvent) => {
      const text = event.clipboardData.getData('text/plain')
      if (!onPaste || text === '') return
      event.preventDefault()
      const cells = parseTsv(text)
      const width = Math.max(...cells.map((row) => row.length))
      const isOneCell = cells.length === 1 && width === 1
      // One copied cell fills the whole selection; more cells go where the selection begins.
      const place = isOneCell
        ? rectangle
        : { ...rectangle, right: rectangle.left + width - 1, bottom: rectangle.top + cells.length - 1 }
      onPaste(cells, blockOf(layout, place))
    },
  }
}
