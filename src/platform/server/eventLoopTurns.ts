/** Hands out turns of the event loop to long work of many requests, so that short requests come in between. */
export type EventLoopTurns = {
  /** Resolves in the order of the calls. */
  next(): Promise<void>
}

/** At most `perTurn` callers go on in one turn, however many requests they belong to. */
export function createEventLoopTurns(perTurn: number): EventLoopTurns {
  const waiting: (() => void)[] = []
  const release = () => {
    for (const resume of waiting.splice(0, perTurn)) resume()
    if (waiting.length > 0) setImmediate(release)
  }
  return {
    next: () =>
      new Promise((resolve) => {
        if (waiting.push(resolve) === 1) setImmediate(release)
      }),
  }
}
