import { changeRoutes, type ChangeRoutesDeps } from '#changes/server/changes.routes.ts'
import { changesSchema } from '#changes/server/changes.schema.ts'
import type { Http } from '#platform/server/http/validation.ts'

export const changeManifest = {
  environment: [{ order: 20, schema: changesSchema }],
  routes: (app: Http, deps: ChangeRoutesDeps) => changeRoutes(app, deps),
}
