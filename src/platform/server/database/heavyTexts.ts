import { createHash } from 'node:crypto'

/** Remembers the texts of statements that turned out heavy. */
export type HeavyTexts = {
  isHeavy(text: string): boolean
  note(text: string, milliseconds: number): void
}

/** A statement that runs longer is heavy, in milliseconds. */
export const longestOrdinary = 1000
/** How long a heavy text stays heavy, in milliseconds, unless a run proves quick before. */
const heavyFor = 60_000
const quick = 250
const mostKept = 2000

/** Creates an empty memory. `now` is a clock in milliseconds. */
export function createHeavyTexts(now: () => number): HeavyTexts {
  const until = new Map<string, number>()
  return {
    isHeavy(text) {
      return until.size > 0 && (until.get(keyOf(text)) ?? 0) > now()
    },
    note(text, milliseconds) {
      if (milliseconds < quick && until.size > 0) until.delete(keyOf(text))
      if (milliseconds < longestOrdinary) return
      if (until.size >= mostKept) until.clear()
      until.set(keyOf(text), now() + heavyFor)
    },
  }
}

// A hash as key, because texts may be long and many.
function keyOf(text: string): string {
  return createHash('sha1').update(text).digest('base64')
}
