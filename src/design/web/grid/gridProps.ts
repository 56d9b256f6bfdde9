import type { ReactNode } from 'react'
import type { RowSelection } from '#design/selection.ts'
import type { CellBlock, CellState, GridColumn, RowLook } from '#design/web/grid/gridColumn.ts'
import type { ColumnActions } from '#design/web/grid/HeaderMenu.tsx'

export type GridProps<Row> = ColumnActions & {
  readonly label: string
  /** Keep the array the same between renders as long as nothing in it changes. */
  readonly columns: readonly GridColumn<Row>[]
  readonly rowCount: number
  /** The row at an index; undefined while it is not loaded, then a skeleton is shown. */
  readonly rowAt: (index: number) => Row | undefined
  readonly rowKey: (row: Row) => string
  /** Rows from (included) to (excluded) are in sight and some of them are not loaded. */
  readonly onRangeNeeded?: (from: number, to: number) => void
  /** 28, 34 or 44 px. */
  readonly rowHeight?: number
  readonly selection?: RowSelection
  readonly onSelectionChange?: (selection: RowSelection) => void
  readonly onEdit?: (edit: { row: Row; index: number; columnId: string; value: unknown }) => void
  /** Cells of a spreadsheet were pasted; their first goes to `at.columnIds[0]` of row `at.from`. */
  readonly onPaste?: (cells: string[][], at: CellBlock) => void
  /** The first row of the block is to be copied into its other rows. */
  readonly onFill?: (block: CellBlock) => void
  readonly onClear?: (block: CellBlock) => void
  /** How many cells were copied, and how many rows could not be, as they are not loaded. */
  readonly onCopy?: (copied: { cells: number; missingRows: number }) => void
  readonly onOpen?: (row: Row, index: number) => void
  /** Key of the row that is open beside the grid. */
  readonly openKey?: string | undefined
  readonly cellState?: (row: Row, columnId: string) => CellState | undefined
  readonly footerCell?: ((column: GridColumn<Row>) => ReactNode) | undefined
  /** A row that is no ordinary one: the heading of those below it, which is neither edited nor ticked, or a coloured one. */
  readonly rowLook?: ((row: Row) => RowLook | undefined) | undefined
  readonly empty?: ReactNode
  /** Takes the place of the rows. */
  readonly error?: ReactNode
}
