import { memo, type ReactNode } from 'react'
import type { ColumnLayout } from '#design/columns.ts'
import { footerHeight, type GridColumn } from '#design/web/grid/gridColumn.ts'

type GridFooterProps<Row> = {
  readonly layout: ColumnLayout<GridColumn<Row>>
  /** The scrolling columns in sight: from (included), to (excluded). */
  readonly from: number
  readonly to: number
  readonly footerCell: (column: GridColumn<Row>) => ReactNode
}

/** A line below the rows, such as for sums, cell under column. */
export const GridFooter = memo(Footer) as <Row>(props: GridFooterProps<Row>) => ReactNode

function Footer<Row>({ layout, from, to, footerCell }: GridFooterProps<Row>) {
  return (
    <div role="rowgroup" className="grid-header sticky bottom-0 z-3" style={{ width: layout.width, minWidth: '100%' }}>
      <div role="row" className="relative flex border-t border-line bg-subtle" style={{ height: footerHeight }}>
        {layout.columns.map(
          (column, at) =>
            (at < layout.frozenCount || (at >= from && at < to)) && (
              <div
                key={column.id}
                role="gridcell"
                aria-colindex={at + 1}
                data-frozen={at < layout.frozenCount ? '' : undefined}
                data-edge={at === layout.frozenCount - 1 ? '' : undefined}
                data-end={column.align === 'end' ? '' : undefined}
                className="grid-cell"
                style={{ left: layout.lefts[at], width: column.width }}
              >
                <span className="min-w-0">{footerCell(column)}</span>
              </div>
            ),
        )}
      </div>
    </div>
  )
}
