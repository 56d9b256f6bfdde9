import type { Database } from '#platform/server/database/database.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { productVersion } from '#text/version.ts'

/** `/health/live`: the process answers; `/health/ready`: so does its database. */
export function healthRoutes(app: Http, database: Database): void {
  const config = { access: 'public' } as const
  app.get('/health/live', { config }, () => ({ status: 'live', version: productVersion }))
  app.get('/health/ready', { config }, async () => {
    // Not by the pool: that all of its connections are at work does not mean that we are ill.
    await database.query({ text: 'select 1', values: [], lane: 'keyed' })
    return { status: 'ready', version: productVersion }
  })
}
