import type { FastifyRequest } from 'fastify'
import type { JobActor } from '#jobs/server/jobs.ts'
import { jobRoutes } from '#jobs/server/jobs.routes.ts'
import { jobMigrations, jobSchema } from '#jobs/server/jobs.schema.ts'
import type { Http } from '#platform/server/http/validation.ts'

export const jobManifest = {
  control: [{ order: 30, migrations: jobMigrations }],
  environment: [{ order: 100, schema: jobSchema }],
  routes: (app: Http, deps: { readonly memberOf: (request: FastifyRequest) => JobActor }) => jobRoutes(app, deps),
}
