import type { FastifyRequest } from 'fastify'
import type { ChangeRoutesDeps } from '#changes/server/changes.routes.ts'
import { textCollation } from '#environments/server/environments.schema.ts'
import { enqueueJob, type JobActor } from '#jobs/server/jobs.ts'
import type { Ground } from '#platform/server/context.ts'
import { qualified } from '#platform/sql.ts'
import type { ConversionDeps } from '#tables/server/conversionJob.ts'

/** Changes that take long become jobs of the one who asks for them. */
export function laterWith(actorOf: (request: FastifyRequest) => JobActor, wake: () => void): ChangeRoutesDeps['later'] {
  return async (request, data, title) => {
    const id = await enqueueJob(actorOf(request), { kind: 'conversion', title: { ...title }, data })
    wake()
    return id
  }
}

/** Who changes definitions in a job: the one who asked for it, which was permitted then. */
export function conversionContext(ground: Ground): ConversionDeps['contextOf'] {
  return (place, job) => ({
    ...ground,
    environment: { ...place, collation: qualified(place.schema, textCollation) },
    member: { id: job.by_id },
    cause: job.cause,
  })
}
