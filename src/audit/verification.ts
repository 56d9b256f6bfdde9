import type { ChainEnd, ChainProblem } from '#audit/chain.ts'

/**
 * What checking one stretch of a chain has found. `next` is what the next call takes as `after`; null when this was the
 * last, and then `end` is the end of the whole chain, for whoever keeps it elsewhere.
 */
export type Verification = {
  readonly checked: number
  readonly problems: readonly ChainProblem[]
  readonly next: string | null
  readonly end: ChainEnd | null
}
