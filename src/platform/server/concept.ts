import type { Migration } from '#platform/server/database/migrations.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Http } from '#platform/server/http/validation.ts'

/** Migrations with their place among those of all concepts. What is new takes a higher one than all before. */
export type OrderedMigrations = { readonly order: number; readonly migrations: readonly Migration[] }
export type OrderedSchema = { readonly order: number; readonly schema: (schema: string) => readonly Migration[] }

/** An environment that is tended; `records` works under its own role (decision 30). */
export type TendedEnvironment = { readonly id: string; readonly schema: string; readonly records: Database }

/** What is done for every environment at the start and each hour. Work that failed is logged, and tried again. */
export type EnvironmentUpkeep<Deps> = {
  readonly failure: string
  readonly tend: (environment: TendedEnvironment, deps: Deps) => Promise<unknown>
}

/** What a concept brings to the server. What it needs of others is passed in by main, which has it all. */
export type Concept<Deps, JobDeps, Handler, UpkeepDeps> = {
  /** What the control plane holds of it. */
  readonly control?: readonly OrderedMigrations[]
  /** What every environment's schema holds of it. */
  readonly environment?: readonly OrderedSchema[]
  readonly routes?: (app: Http, deps: Deps) => void
  /** Kind of job -> who does it. */
  readonly jobs?: (deps: JobDeps) => Readonly<Record<string, Handler>>
  readonly upkeep?: readonly EnvironmentUpkeep<UpkeepDeps>[]
}
