import type { ReactNode } from 'react'
import type { ColumnShape } from '#design/columns.ts'

export type SortDirection = 'ascending' | 'descending'

/** Where the active cell goes after an edit. */
export type MoveAfter = 'down' | 'up' | 'right' | 'left' | 'stay'

/** What an inline editor is given. It tells each change; Enter, Tab, Esc and leaving are handled around it. */
export type EditorProps<Row> = {
  readonly row: Row
  readonly label: string
  /** What was typed to begin the edit; it replaces the value. Undefined: begin with the value. */
  readonly initialText: string | undefined
  readonly change: (value: unknown) => void
  /** Commits a value at once, as a list does when one of its lines is chosen. */
  readonly commit: (value: unknown, move?: MoveAfter) => void
  readonly cancel: () => void
}

/** A column of the grid. The grid never looks into a row; the column does. */
export type GridColumn<Row> = ColumnShape & {
  readonly title: string
  readonly icon?: ReactNode
  readonly align?: 'start' | 'end'
  readonly sorted?: SortDirection
  readonly canSort?: boolean
  /** Must be cheap: hundreds are drawn per screen. Its root should be plain text or a span. */
  readonly renderCell: (row: Row) => ReactNode
  /** What a copy puts on the clipboard. */
  readonly text: (row: Row) => string
  /** A component; keep it the same between renders. */
  readonly editor?: (props: EditorProps<Row>) => ReactNode
  /** The value that Enter, Space or a click on it sets at once, for yes and no. */
  readonly toggle?: (row: Row) => unknown
}

/** How a row differs from an ordinary one. */
export type RowLook = 'heading' | 'green' | 'amber' | 'red' | 'grey'

export type CellState = { readonly kind: 'saving' } | { readonly kind: 'error'; readonly text: string }

/** Rows `from` to `to` (both included) of some columns. */
export type CellBlock = { readonly from: number; readonly to: number; readonly columnIds: readonly string[] }

export const footerHeight = 34

/** The column with the boxes that tick rows. */
export const tickColumnId = '-tick'
