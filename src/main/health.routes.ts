import type { Database } from '#platform/server/database/database.ts'
import { unknownBuild } from '#platform/server/database/migrations.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { productVersion } from '#text/version.ts'

/** The build of this process, and whether it shall be sent requests. */
export type Readiness = { readonly build: string; state: 'ready' | 'stopping' }

/** The subjects of the health check: this process and its database. */
type HealthOptions = { readonly database: Database; readonly readiness: Readiness | undefined }

/** `/health/live`: the process answers; `/health/ready`: so does its database, and no stop has begun. */
export function healthRoutes(app: Http, options: HealthOptions): void {
  const { database, readiness = { state: 'ready', build: unknownBuild } } = options
  const config = { access: 'public' } as const
  const named = { version: productVersion, build: readiness.build }
  app.get('/health/live', { config }, () => ({ status: 'live', ...named }))
  app.get('/health/ready', { config }, async (_request, reply) => {
    if (readiness.state === 'stopping') return reply.code(503).send({ status: 'stopping', ...named })
    // Not by the pool: that all of its connections are at work does not mean that we are ill.
    await database.query({ text: 'select 1', values: [], lane: 'keyed' })
    return { status: 'ready', ...named }
  })
}
