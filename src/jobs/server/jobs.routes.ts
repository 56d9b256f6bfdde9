import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { cancelJob, listJobs, readJob, type JobActor } from '#jobs/server/jobs.ts'
import type { Http } from '#platform/server/http/validation.ts'

const environment = z.object({ envid: z.uuid('request.idInvalid') })
const one = z.object({ envid: z.uuid('request.idInvalid'), jobid: z.uuid('request.idInvalid') })

/** The calls of an environment's jobs. `memberOf` gives the member that the request's hooks have found. */
export function jobRoutes(app: Http, deps: { readonly memberOf: (request: FastifyRequest) => JobActor }): void {
  const config = { access: 'member', whenFull: 'open' } as const

  app.get('/api/job/v1/:envid', { config, schema: { params: environment } }, (request) =>
    listJobs(deps.memberOf(request)).then((value) => ({ value })),
  )

  app.get('/api/job/v1/:envid/:jobid', { config, schema: { params: one } }, (request) =>
    readJob(deps.memberOf(request), request.params.jobid),
  )

  app.post('/api/job/v1/:envid/:jobid/cancel', { config, schema: { params: one } }, (request) =>
    cancelJob(deps.memberOf(request), request.params.jobid),
  )
}
