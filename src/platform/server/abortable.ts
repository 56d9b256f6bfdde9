/** Waits for the work, or until the signal aborts: then the work is left alone, and its failure is not told. */
export async function abortable(work: Promise<unknown>, signal?: AbortSignal): Promise<void> {
  if (!signal) {
    await work
    return
  }
  const waiting = Promise.withResolvers<void>()
  const abort = () => waiting.resolve()
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort)
  work.then(abort, waiting.reject)
  await waiting.promise.finally(() => signal.removeEventListener('abort', abort))
}
