import type { FastifyRequest } from 'fastify'
import { memberContext, walledContext } from '#environments/server/environments.ts'
import { requireMaker } from '#environments/server/membership.routes.ts'
import { principalNames } from '#environments/server/names.ts'
import { fault } from '#faults/fault.ts'
import type { RouteDeps } from '#main/concepts.ts'
import { definitionVisibility } from '#main/definitionVisibility.ts'
import { isReadableRecord } from '#records/history/server/history.ts'
import { namesIn } from '#records/history/server/names.ts'

type RequestContexts = Pick<
  RouteDeps,
  'contextOf' | 'memberOf' | 'readerOf' | 'workerOf' | 'auditContextOf' | 'requireMaker'
>

/** What routes know of the member who asks: each context holds what its routes need, and no more. */
export function requestContexts(models: RouteDeps['models']) {
  const contextOf = (request: FastifyRequest) => {
    const context = memberContext(request)
    return { ...context, ...definitionVisibility(context), walled: context.database.under(context.environment.role) }
  }
  const memberOf = (request: FastifyRequest) => ({ ...contextOf(request), namesOf: principalNames })
  const readerOf = (request: FastifyRequest) => ({ ...walledContext(request), namesOf: principalNames, models })
  return {
    contextOf,
    memberOf,
    readerOf,
    workerOf: (request) => ({ ...memberOf(request), models }),
    auditContextOf(request) {
      const context = readerOf(request)
      return {
        ...context,
        model: () => models.fresh(context.environment),
        isReadable: (model, entity, recordId) => isReadableRecord(context, model, entity, recordId),
        linkedNames: (model, entity, shown) => namesIn(context, model, entity, shown),
      }
    },
    requireMaker: ({ membership }) => {
      if (!membership) throw fault('environment.unknown')
      requireMaker(membership, 'manage-views')
    },
  } satisfies RequestContexts
}
