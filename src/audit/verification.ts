import type { ChainEnd, ChainProblem } from '#audit/chain.ts'

/**
 * Result of checking one stretch of a chain. `next` is the `after` of the next call; null after the last stretch, when
 * `end` is the end of the whole chain, for storage elsewhere.
 */
export type Verification = {
  readonly checked: number
  readonly problems: readonly ChainProblem[]
  readonly next: string | null
  readonly end: ChainEnd | null
}
