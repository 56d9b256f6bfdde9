import { fault } from '#faults/fault.ts'

export type QueueOptions = {
  /** How many are at work at once. */
  readonly atOnce: number
  /** How many may wait. */
  readonly waiting: number
  /** How long each may wait, in milliseconds. */
  readonly patience: number
}

/** Waits for a place at work and answers what gives it back, once however often it is called. Fault: `request.tooMany`. */
export type Queue = (environmentId: string) => Promise<() => void>

/** Work of this process that waits for its turn: environments come one after the other, each with what it brought first. */
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

  /** Ends when the place of another has become ours. */
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

  /** Gives a place on. Its environment goes to the end of the line. */
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
