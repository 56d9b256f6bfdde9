import { accountMigrations } from '#accounts/server/accounts.migrations.ts'
import { accountRoutes } from '#accounts/server/accounts.routes.ts'
import type { AccountDeps } from '#accounts/server/accounts.ts'
import type { IdentityDeps } from '#accounts/server/identity.ts'
import { identityRoutes } from '#accounts/server/identity.routes.ts'
import type { Http } from '#platform/server/http/validation.ts'

type Deps = { readonly accounts: AccountDeps; readonly identity: IdentityDeps }

export const accountManifest = {
  control: [{ order: 10, migrations: accountMigrations }],
  routes(app: Http, { accounts, identity }: Deps) {
    accountRoutes(app, accounts)
    identityRoutes(app, identity)
  },
}
