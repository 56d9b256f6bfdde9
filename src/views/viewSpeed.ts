/** How quickly the database finds what a view lists. */
export const viewSpeeds = ['fast', 'fair', 'slow'] as const

export type ViewSpeed = {
  readonly pace: (typeof viewSpeeds)[number]
  /** What takes the time: an order or a filter without an index, or simply much to read; null where nothing does. */
  readonly why: 'order' | 'filter' | 'much' | null
  /** About how many records are put in order; null where it is not the order. */
  readonly rows: number | null
}

/** By the id of the view; null where that is not known. */
export type ViewSpeeds = ReadonlyMap<string, ViewSpeed | null>
