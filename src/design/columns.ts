/** What the layout of a grid needs to know of a column. */
export type ColumnShape = { readonly id: string; readonly width: number; readonly frozen?: boolean }

/** Columns with their places: the frozen ones first, px from the left. */
export type ColumnLayout<Column extends ColumnShape> = {
  readonly columns: readonly Column[]
  readonly lefts: readonly number[]
  readonly frozenCount: number
  readonly frozenWidth: number
  readonly width: number
}

export const narrowest = 48
export const widest = 960

// Frozen columns that leave less than this part of the viewport to the others are let go.
const mostFrozen = 0.6

/**
 * Lays columns out side by side; those that stay in sight while scrolling stand first. In a viewport (px) that they
 * would fill, as on a phone, they keep their place but scroll with the others.
 */
export function layColumns<Column extends ColumnShape>(
  wanted: readonly Column[],
  viewport = Infinity,
): ColumnLayout<Column> {
  const columns = [...wanted.filter(({ frozen }) => frozen), ...wanted.filter(({ frozen }) => !frozen)]
  const lefts: number[] = []
  let width = 0
  for (const column of columns) {
    lefts.push(width)
    width += column.width
  }
  const frozen = columns.filter((column) => column.frozen).length
  const frozenWidth = lefts[frozen] ?? width
  if (frozenWidth > viewport * mostFrozen) return { columns, lefts, frozenCount: 0, frozenWidth: 0, width }
  return { columns, lefts, frozenCount: frozen, frozenWidth, width }
}

/** The first and one after the last of the scrolling columns that a viewport shows, with some overscan. */
export function columnsInSight(
  layout: ColumnLayout<ColumnShape>,
  scrollLeft: number,
  viewport: number,
): { readonly from: number; readonly to: number } {
  const { columns, lefts, frozenCount, frozenWidth } = layout
  const overscan = 1
  let from = frozenCount
  while (from < columns.length - 1 && (lefts[from + 1] ?? 0) <= scrollLeft + frozenWidth) from += 1
  let to = from
  while (to < columns.length && (lefts[to] ?? 0) < scrollLeft + viewport) to += 1
  return { from: Math.max(frozenCount, from - overscan), to: Math.min(columns.length, to + overscan) }
}

/** A width within what a column may have. */
export function fitWidth(width: number): number {
  return Math.round(Math.max(narrowest, Math.min(widest, width)))
}

/** The ids with one moved before another (to the end when there is none). */
export function moveBefore(ids: readonly string[], moved: string, before: string | undefined): string[] {
  if (moved === before) return [...ids]
  const rest = ids.filter((id) => id !== moved)
  const at = before === undefined ? rest.length : rest.indexOf(before)
  return [...rest.slice(0, at), moved, ...rest.slice(at)]
}

/** The scrollLeft that brings a column wholly in sight, moving as little as possible. */
export function scrollLeftFor(
  layout: ColumnLayout<ColumnShape>,
  at: number,
  scrollLeft: number,
  viewport: number,
): number {
  const { columns, lefts, frozenCount, frozenWidth } = layout
  if (at < frozenCount) return scrollLeft
  const left = lefts[at] ?? 0
  const right = left + (columns[at]?.width ?? 0)
  if (left < scrollLeft + frozenWidth) return left - frozenWidth
  return right > scrollLeft + viewport ? Math.min(right - viewport, left - frozenWidth) : scrollLeft
}
