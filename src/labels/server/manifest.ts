import { labelDefinitions } from '#labels/server/labels.ts'
import { labelRoutes, type LabelRoutesDeps } from '#labels/server/labels.routes.ts'
import { labelsSchema } from '#labels/server/labels.schema.ts'
import type { Http } from '#platform/server/http/validation.ts'

export const labelManifest = {
  definitions: labelDefinitions,
  environment: [{ order: 70, schema: labelsSchema }],
  routes: (app: Http, deps: LabelRoutesDeps) => labelRoutes(app, deps),
}
