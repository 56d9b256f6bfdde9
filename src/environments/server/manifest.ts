import { environmentMigrations } from '#environments/server/environments.migrations.ts'
import { environmentRoutes, type EnvironmentRouteDeps } from '#environments/server/environments.routes.ts'
import { environmentsSchema } from '#environments/server/environments.schema.ts'
import type { Http } from '#platform/server/http/validation.ts'

type Deps = { readonly environments: EnvironmentRouteDeps }

export const environmentManifest = {
  control: [{ order: 20, migrations: environmentMigrations }],
  environment: [{ order: 10, schema: environmentsSchema }],
  routes: (app: Http, { environments }: Deps) => environmentRoutes(app, environments),
}
