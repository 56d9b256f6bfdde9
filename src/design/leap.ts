import type { Scroll } from '#design/scroll.ts'

/**
 * A leap of the grid: rows come by so fast that nobody reads them. Their places stand still in the view, and what they show
 * is exchanged, in each frame that of one part of them, so that no frame has to draw a whole view.
 */
export type Leap = {
  /** Where it began: the first row in sight, how many are drawn, and how far it was scrolled. */
  readonly from: number
  readonly count: number
  readonly at: Scroll
  /** What the first place would show, by the time at which each part was drawn. */
  readonly firsts: readonly number[]
  /** The part that is drawn next. */
  readonly turn: number
}

/** A row to draw, in the place of the row `at`, by the element of the row `as`. */
export type PlacedRow = { readonly index: number; readonly at: number; readonly as: number }

const parts = 3

export function beginLeap(from: number, count: number, at: Scroll): Leap {
  return { from, count, at, firsts: Array.from({ length: parts }, () => from), turn: 0 }
}

/** The next frame of a leap, `first` being the row that stands now at the top of the view. */
export function goOn(leap: Leap, first: number): Leap {
  return { ...leap, firsts: leap.firsts.with(leap.turn, first), turn: (leap.turn + 1) % parts }
}

/** The rows to draw; the kept one (-1 for none) has an element of its own, which is out of sight while it is not shown. */
export function rowsOfLeap({ from, count, firsts }: Leap, rowCount: number, kept: number): PlacedRow[] {
  const rows: PlacedRow[] = []
  let isKept = kept < 0
  for (let place = 0; place < count; place++) {
    const first = Math.min(firsts[Math.floor((place * parts) / count)] ?? from, Math.max(0, rowCount - count))
    const index = first + place
    const at = from + place
    if (index >= rowCount) continue
    if (index === kept && !isKept) {
      rows.push({ index, at, as: kept })
      isKept = true
    } else rows.push({ index, at, as: at === kept ? from + count : at })
  }
  if (!isKept) rows.push({ index: kept, at: -2, as: kept })
  return rows
}
