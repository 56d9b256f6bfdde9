import { promisify } from 'node:util'
import { abortable } from '#platform/server/abortable.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Http } from '#platform/server/http/validation.ts'

/** How long connections that are kept open may still ask something, in milliseconds, before they are closed. */
const farewell = 500

/**
 * Takes no more requests and lets those that run end; after `grace` milliseconds, or when `hurry` aborts, slow ones are cut.
 * Each answer says that its connection ends with it, and only connections that nobody uses for half a second are closed
 * without a word: a request that a client sends at the very moment of the stop is not lost.
 */
export async function close(app: Http, grace: number, hurry?: AbortSignal): Promise<void> {
  const { server } = app
  const cut = () => server.closeAllConnections()
  const late = setTimeout(cut, grace + farewell)
  hurry?.addEventListener('abort', cut)
  try {
    server.prependListener('request', (_request, response) => response.setHeader('connection', 'close'))
    const open = server.listening ? await promisify(server.getConnections.bind(server))() : 0
    if (open > 0) await abortable(pause(farewell), hurry)
    const closed = app.close()
    if (hurry?.aborted) cut()
    await closed
  } finally {
    clearTimeout(late)
    hurry?.removeEventListener('abort', cut)
  }
}
