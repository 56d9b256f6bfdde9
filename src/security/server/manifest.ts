import type { Models } from '#entities/server/entities.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { adminRoutes } from '#security/server/admin/admin.routes.ts'
import { inviteMigrations } from '#security/server/admin/admin.schema.ts'
import { inviteRoutes } from '#security/server/members/invites.routes.ts'
import { auditHiddenFormulas } from '#security/server/disclosure/hiddenFormulas.ts'
import { explainRoutes } from '#security/server/explain/explain.routes.ts'
import { impactRoutes } from '#security/server/impact/impact.routes.ts'
import { securitySchema } from '#security/server/security.schema.ts'
import { shareRoutes } from '#security/server/share/share.routes.ts'
import { permissionTestRoutes } from '#security/server/permissionTests/permissionTests.routes.ts'
import { viewAsRoutes } from '#security/server/viewAs/viewAs.routes.ts'

type Deps = Parameters<typeof adminRoutes>[1] & Parameters<typeof viewAsRoutes>[1] & { readonly models: Models }
type UpkeepDeps = {
  readonly online: Database
  readonly now: () => Date
  readonly loadModel: Parameters<typeof auditHiddenFormulas>[0]['loadModel']
}

export const securityManifest = {
  control: [{ order: 40, migrations: inviteMigrations }],
  environment: [{ order: 140, schema: securitySchema }],
  routes(app: Http, deps: Deps) {
    adminRoutes(app, deps)
    explainRoutes(app, deps)
    impactRoutes(app, deps)
    viewAsRoutes(app, deps)
    inviteRoutes(app, deps)
    shareRoutes(app, deps)
    permissionTestRoutes(app, deps)
  },
  upkeep: [
    {
      failure: 'what is hidden since the upgrade could not be noted',
      tend: ({ schema }: { readonly schema: string }, { online, ...deps }: UpkeepDeps) =>
        auditHiddenFormulas({ ...deps, database: online }, schema),
    },
  ],
}
