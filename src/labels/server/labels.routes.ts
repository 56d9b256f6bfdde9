import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Models } from '#entities/server/entities.ts'
import { fault } from '#faults/fault.ts'
import { baseTextsOf, nameOfText } from '#labels/baseText.ts'
import { loadLabelsOf } from '#labels/server/labels.store.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { visibleViews, type ViewContext } from '#views/server/views.ts'

export type LabelRoutesDeps = {
  readonly models: Models
  readonly contextOf: (request: FastifyRequest) => ViewContext
}

const one = z.object({ envid: z.string(), entityid: z.uuid('request.idInvalid') })

/** Texts of a table in other languages, for makers; they are changed by change sets. */
export function labelRoutes(app: Http, { models, contextOf }: LabelRoutesDeps): void {
  app.get(
    '/api/metadata/label/v1/:envid/:entityid',
    { config: { access: 'maker', activity: 'alter-entities' }, schema: { params: one } },
    async (request) => {
      const context = contextOf(request)
      const model = await models.fresh(context.environment)
      const entity = ((await context.seen?.(model)) ?? model).entities.get(request.params.entityid)
      if (!entity) throw fault('definition.unknown')
      const labels = await loadLabelsOf(context.database, context.environment.schema, entity.id)
      // Labels of invisible definitions are left out, because their words would reveal the definitions.
      const known = new Set(baseTextsOf(entity, await visibleViews(context, model)).map(nameOfText))
      return { value: labels.filter((label) => known.has(nameOfText(label))) }
    },
  )
}
