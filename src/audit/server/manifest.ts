import { auditRoutes, type AuditRoutesDeps } from '#audit/server/audit.routes.ts'
import { auditMigrations, auditTables } from '#audit/server/audit.schema.ts'
import type { Http } from '#platform/server/http/validation.ts'

type Deps = Pick<AuditRoutesDeps, 'online'> & { readonly auditContextOf: AuditRoutesDeps['contextOf'] }

export const auditManifest = {
  control: [{ order: 50, migrations: [...auditTables('lintel'), ...auditMigrations] }],
  environment: [{ order: 90, schema: auditTables }],
  routes: (app: Http, { online, auditContextOf }: Deps) => auditRoutes(app, { online, contextOf: auditContextOf }),
}
