import type { Http } from '#platform/server/http/validation.ts'
import { viewRoutes, type ViewRoutesDeps } from '#views/server/views.routes.ts'
import { viewDefinitions } from '#views/server/views.ts'
import { viewsSchema } from '#views/server/views.schema.ts'

export const viewManifest = {
  definitions: viewDefinitions,
  environment: [{ order: 60, schema: viewsSchema }],
  routes: (app: Http, deps: ViewRoutesDeps) => viewRoutes(app, deps),
}
