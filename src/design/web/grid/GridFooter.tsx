import type { ReactNode } from 'react'
import type { ColumnLayout } from '#design/columns.ts'
import type { GridColumn } from '#design/web/grid/gridColumn.ts'
import type { GridView } from '#design/web/grid/useGridScroll.ts'

export const footerHeight = 34

type GridFooterProps<Row> = {
  readonly layout: ColumnLayout<GridColumn<Row>>
  readonly view: GridView
  readonly footerCell: (column: GridColumn<Row>) => ReactNode
}

/** A line below the rows, such as for sums, cell under column. */
export function GridFooter<Row>({ layout, view, footerCell }: GridFooterProps<Row>) {
  return (
    <div role="rowgroup" className="grid-header sticky bottom-0 z-3" style={{ width: layout.width, minWidth: '100%' }}>
      <div role="row" className="relative flex border-t border-line bg-subtle" style={{ height: footerHeight }}>
        {layout.columns.map(
          (column, at) =>
            (at < layout.frozenCount || (at >= view.from && at < view.to)) && (
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
                <span>{footerCell(column)}</span>
              </div>
            ),
        )}
      </div>
    </div>
  )
}
