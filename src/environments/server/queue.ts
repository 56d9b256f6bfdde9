import { fault } from '#faults/fault.ts'

export type QueueOptions = {
  /** How many are at work at once. */
  readonly atOnce: number
  /** How many may wait. */
  readonly waiting: number
  /** How long each may wait, in milliseconds. */
  readonly patience: number
}

/**
 * Waits for a slot and returns the function that releases the slot; further calls do nothing. Fault: `request.tooMany`.
 */
export type Queue = (environmentId: string) => Promise<() => void>

/** A queue of this process: environments take turns, each in order of arrival. */
export function createQueue({ atOnce, waiting, patience }: QueueOptions): Queue {
  const queues = new Map<string, (() => void)[]>()
  let working = 0
  let count = 0

  return async (environmentId) => {
    if (working >= atOnce) await waitFor(environmentId)
    else working++
    let isGiven = false
    return () => {
      if (isGiven) return
      isGiven = true
      callNext()
    }
  }

  /** Resolves when another holder's slot has passed to this caller. */
  function waitFor(environmentId: string): Promise<void> {
    if (count >= waiting) return Promise.reject(fault('request.tooMany', { seconds: 10 }))
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        leave(environmentId, go)
        reject(fault('request.tooMany', { seconds: 10 }))
      }, patience)
      const go = () => {
        clearTimeout(timer)
        leave(environmentId, go)
        resolve()
      }
      const own = queues.get(environmentId) ?? []
      own.push(go)
      queues.set(environmentId, own)
      count++
    })
  }

  function leave(environmentId: string, go: () => void): void {
    const rest = (queues.get(environmentId) ?? []).filter((each) => each !== go)
    if (rest.length > 0) queues.set(environmentId, rest)
    else queues.delete(environmentId)
    count--
  }

  /** Passes a slot on. The environment of the slot goes to the end of the queue. */
  function callNext(): void {
    const [first] = queues
    if (!first) {
      working--
      return
    }
    const [environmentId, [go]] = first
    go?.()
    const rest = queues.get(environmentId)
    if (!rest) return
    queues.delete(environmentId)
    queues.set(environmentId, rest)
  }
}
