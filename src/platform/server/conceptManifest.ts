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

/** What main passes in, and what is a job's handler and a kind of definitions: concepts below them bring none. */
type ManifestTypes = {
  readonly routeDeps: unknown
  readonly jobDeps: unknown
  readonly upkeepDeps: unknown
  readonly jobHandler: unknown
  readonly definitions: unknown
}

/** What a concept brings to the server. What it needs of others is passed in by main, which has it all. */
export type ConceptManifest<Types extends ManifestTypes> = {
  /** What the control plane holds of it. */
  readonly control?: readonly OrderedMigrations[]
  /** What every environment's schema holds of it. */
  readonly environment?: readonly OrderedSchema[]
  readonly routes?: (app: Http, deps: Types['routeDeps']) => void
  /** Kind of job -> who does it. */
  readonly jobs?: (deps: Types['jobDeps']) => Readonly<Record<string, Types['jobHandler']>>
  readonly upkeep?: readonly EnvironmentUpkeep<Types['upkeepDeps']>[]
  /** Definitions beside those of tables, which stand in the model with them. */
  readonly definitions?: Types['definitions']
}
