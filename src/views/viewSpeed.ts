/** Speed classes of a view's list query. */
export const viewSpeeds = ['fast', 'fair', 'slow'] as const

export type ViewSpeed = {
  readonly pace: (typeof viewSpeeds)[number]
  /** Dominant cost: a sort or filter without an index, or the amount of data; null for fast views. */
  readonly why: 'order' | 'filter' | 'much' | null
  /** Estimated number of rows to sort; null where sorting is not the reason. */
  readonly rows: number | null
}

/** By view id; null where unknown. */
export type ViewSpeeds = ReadonlyMap<string, ViewSpeed | null>
