import type { FastifyRequest } from 'fastify'
import type { LaterChange } from '#changes/server/changes.ts'
import type { ChangeRoutesDeps } from '#changes/server/changes.routes.ts'
import { textCollation } from '#environments/server/environments.schema.ts'
import { enqueueJob, type JobActor } from '#jobs/server/jobs.ts'
import { fault } from '#faults/fault.ts'
import type { BaseContext } from '#platform/server/context.ts'
import { qualified } from '#platform/sql.ts'
import type { ConversionDeps } from '#tables/server/conversionJob.ts'
import type { FindMemberAtWork } from '#main/memberAtWork.ts'

/** Long changes become jobs of the person who asked for them. */
export function laterWith(actorOf: (request: FastifyRequest) => JobActor, wake: () => void): ChangeRoutesDeps['later'] {
  return async (request, data, title) => {
    const id = await enqueueJob(actorOf(request), { kind: 'conversion', title: { ...title }, data })
    wake()
    return id
  }
}

/**
 * The context of a change of definitions in a job: the person who asked for the job, with present rights, while still
 * allowed to sign in and a member. Fault: `environment.unknown`.
 */
export function conversionContext(ground: BaseContext, memberAtWork: FindMemberAtWork): ConversionDeps['contextOf'] {
  return async (place, { by_id: memberId, cause, data }) => {
    const found = await memberAtWork(place, { memberId, cause })
    if (!found) throw fault('environment.unknown')
    const { heldRights } = await found.renewed()
    const { overrideReason } = data as LaterChange
    return {
      ...ground,
      role: found.environment.role,
      environment: { ...place, collation: qualified(place.schema, textCollation) },
      member: { id: memberId, heldRights },
      cause,
      ...(overrideReason && { overrideReason }),
    }
  }
}
