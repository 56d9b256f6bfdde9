import type { ColumnLayout, ColumnShape } from '#design/columns.ts'
import type { CellPlace } from '#design/selection.ts'
import { refusalId } from '#design/web/grid/GridCell.tsx'

type CellRefusalProps = {
  readonly layout: ColumnLayout<ColumnShape>
  readonly active: CellPlace
  readonly text: string
  /** Where the row of the cell stands, px. */
  readonly top: number
  readonly rowHeight: number
  readonly isAbove: boolean
}

/** Says beside the active cell, while the grid has the focus, why its value was refused. */
export function CellRefusal({ layout, active, text, top, rowHeight, isAbove }: CellRefusalProps) {
  const left = layout.lefts[active.column] ?? 0
  const isFrozen = active.column < layout.frozenCount
  const y = isAbove ? top - 4 : top + rowHeight + 4
  return (
    <div
      className="grid-refusal"
      data-above={isAbove ? '' : undefined}
      style={{ transform: `translateY(${y}px)`, width: layout.width }}
    >
      <p id={refusalId} style={isFrozen ? { position: 'sticky', left } : { marginLeft: left }}>
        {text}
      </p>
    </div>
  )
}
