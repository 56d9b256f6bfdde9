const every = 10_000
/** Share of one processor that a resting process uses at most. */
const restingShare = 0.05
/** Bytes by which the process must have grown since the last trim: less is not worth a pause. */
const worthwhile = 12 * 1024 * 1024

/** Processor time used so far, in milliseconds, and resident memory, in bytes. */
export type ProcessUse = { readonly cpu: number; readonly resident: number }

/**
 * V8 keeps the pages of a start or a load as long as nothing asks for memory. This gives them back to the system while the
 * process rests: the pause for it (some 50 ms for 50 MB of objects) then meets nobody. Answers the way to end it. Node hands
 * the collector out only where it was started with `--expose-gc`, as the launcher does; without, nothing is given back. To
 * ask V8 for it later makes it forget its compiled code at each rest, and what follows costs twice as much.
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

/** Decides at each look, `interval` milliseconds after the one before, whether a trim is due: at rest, and grown since the last. */
export function createTrimRule(interval: number): TrimRule {
  let lastCpu: number | undefined
  let base = 0
  const rule = ({ cpu, resident }: ProcessUse): boolean => {
    const rests = lastCpu !== undefined && cpu - lastCpu < interval * restingShare
    lastCpu = cpu
    return rests && resident - base > worthwhile
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
