import { promisify } from 'node:util'
import { abortable } from '#platform/server/abortable.ts'
import { setTimeout as pause } from 'node:timers/promises'
import type { Http } from '#platform/server/http/validation.ts'

/** How long an idle keep-alive connection may still send a request before closing, in milliseconds. */
const farewell = 500

/**
 * Accepts no new connections and lets running requests end; after `grace` milliseconds, or when `hurry` aborts, slow
 * requests are cut off. Each answer announces the end of its connection. Connections without an answer are closed only
 * after half a second without use, so that a request sent at the very moment of the stop is not lost.
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
