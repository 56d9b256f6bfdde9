import type { Http } from '#platform/server/http/validation.ts'

/** Takes no more requests and lets those that run end; after `grace` milliseconds whoever is still slow is cut off. */
export async function close(app: Http, grace: number): Promise<void> {
  const late = setTimeout(() => app.server.closeAllConnections(), grace)
  await app.close().finally(() => clearTimeout(late))
}
