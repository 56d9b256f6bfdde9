const every = 10_000
/** Share of one processor that a resting process uses at most. */
const restingShare = 0.05
/** How long the process must have rested, in milliseconds, but after its start: V8 forgets compiled code with each trim. */
const longRest = 300_000
/** Bytes by which the process must have grown since the last trim. */
const worthwhile = 32 * 1024 * 1024

/** Processor time used so far, in milliseconds, and resident memory, in bytes. */
export type ProcessUse = { readonly cpu: number; readonly resident: number }

/**
 * V8 keeps the pages of a start or a load as long as nothing asks for memory. This gives them back to the system while the
 * process rests: the pause (some 50 ms for 50 MB of objects) then meets nobody, but the first second of requests afterwards
 * costs twice as much, since V8 compiles anew. Returns a function that ends the trimming. Needs Node's `--expose-gc`, which
 * the launcher sets: setting the flag at run time makes V8 drop compiled code at every pause.
 */
export function trimWhileResting(): () => void {
  const { gc: collect } = globalThis
  if (!collect) return () => undefined
  const shouldTrim = createTrimRule(every)
  const timer = setInterval(() => {
    if (!shouldTrim(useOfProcess())) return
    // The last resort shrinks the heap, too.
    collect({ type: 'major', flavor: 'last-resort' })
    shouldTrim.trimmed(useOfProcess())
  }, every)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Decides whether a trim is due, `interval` milliseconds after the last decision: at the first rest after the start, then
 * after each long rest of a process that has grown.
 */
export function createTrimRule(interval: number): TrimRule {
  let lastCpu: number | undefined
  let base: number | undefined
  let rested = 0
  const rule = ({ cpu, resident }: ProcessUse): boolean => {
    const isResting = lastCpu !== undefined && cpu - lastCpu < interval * restingShare
    lastCpu = cpu
    rested = isResting ? rested + interval : 0
    return base === undefined ? isResting : rested >= longRest && resident - base > worthwhile
  }
  const trimmed = ({ cpu, resident }: ProcessUse) => {
    lastCpu = cpu
    base = resident
  }
  return Object.assign(rule, { trimmed })
}

export type TrimRule = ((use: ProcessUse) => boolean) & {
  /** Notes what the process uses after a trim. */
  trimmed(use: ProcessUse): void
}

function useOfProcess(): ProcessUse {
  const { user, system } = process.cpuUsage()
  return { cpu: (user + system) / 1000, resident: process.memoryUsage.rss() }
}
