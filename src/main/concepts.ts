import { accountManifest } from '#accounts/server/manifest.ts'
import { auditManifest } from '#audit/server/manifest.ts'
import { changeManifest } from '#changes/server/manifest.ts'
import { entityManifest } from '#entities/server/manifest.ts'
import { environmentManifest } from '#environments/server/manifest.ts'
import { jobManifest } from '#jobs/server/manifest.ts'
import type { JobHandler } from '#jobs/server/jobs.ts'
import type { TextKey } from '#language/translate.ts'
import { labelManifest } from '#labels/server/manifest.ts'
import { processMigrations } from '#main/processes.schema.ts'
import type { ConceptManifest, EnvironmentUpkeep } from '#platform/server/conceptManifest.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { exchangeManifest } from '#records/exchange/server/manifest.ts'
import { fileManifest } from '#records/files/server/manifest.ts'
import { recordManifest } from '#records/server/manifest.ts'
import { securityManifest } from '#security/server/manifest.ts'
import type { DefinitionPart } from '#tables/server/definitionStore.ts'
import { tableManifest } from '#tables/server/manifest.ts'
import { viewManifest } from '#views/server/manifest.ts'

/** Which processes there are belongs to no concept. */
const processManifest = { control: [{ order: 60, migrations: processMigrations }] }

/** Every concept, a line each. Their routes are made and their upkeep is done in this order. */
const all = [
  accountManifest,
  environmentManifest,
  entityManifest,
  viewManifest,
  labelManifest,
  securityManifest,
  changeManifest,
  jobManifest,
  recordManifest,
  exchangeManifest,
  fileManifest,
  auditManifest,
  tableManifest,
  processManifest,
] as const

type Any = (typeof all)[number]
type RoutesOf<Each> = Each extends { readonly routes: (app: Http, deps: infer Deps) => void } ? (deps: Deps) => void : 0
type JobsOf<Each> = Each extends { readonly jobs: (deps: infer Deps) => object } ? (deps: Deps) => void : 0
type KindsOf<Each> = Each extends { readonly jobs: (...deps: never) => infer Handlers }
  ? keyof Handlers & string
  : never
type UpkeepOf<Each> = Each extends { readonly upkeep: readonly EnvironmentUpkeep<infer Deps>[] }
  ? (deps: Deps) => void
  : 0
/** The intersection of the dependencies of all functions in a union. */
type Needs<Functions> = [Exclude<Functions, 0>] extends [(deps: infer Deps) => void] ? Deps : never

/** The dependencies of the concepts on each other and on the installation. */
export type RouteDeps = Needs<RoutesOf<Any>>
export type JobDeps = Needs<JobsOf<Any>>
export type UpkeepDeps = Needs<UpkeepOf<Any>>

type Types = {
  readonly routeDeps: RouteDeps
  readonly jobDeps: JobDeps
  readonly upkeepDeps: UpkeepDeps
  readonly jobHandler: JobHandler
  readonly definitions: DefinitionPart
}

/** Titles of kinds of job that are missing in `src/jobs/locales`. */
type MissingTitles = Exclude<`jobs.title.${KindsOf<Any>}`, TextKey>

export const concepts: readonly ConceptManifest<Types>[] = all satisfies [MissingTitles] extends [never]
  ? unknown
  : { readonly missingText: MissingTitles }
