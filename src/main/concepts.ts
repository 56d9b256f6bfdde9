import { accountConcept } from '#accounts/server/manifest.ts'
import { auditConcept } from '#audit/server/manifest.ts'
import { changeConcept } from '#changes/server/manifest.ts'
import { entityConcept } from '#entities/server/manifest.ts'
import { environmentConcept } from '#environments/server/manifest.ts'
import { jobConcept } from '#jobs/server/manifest.ts'
import type { JobHandler } from '#jobs/server/jobs.ts'
import { labelConcept } from '#labels/server/manifest.ts'
import { processMigrations } from '#main/processes.schema.ts'
import type { Concept, EnvironmentUpkeep } from '#platform/server/concept.ts'
import type { Http } from '#platform/server/http/validation.ts'
import { exchangeConcept } from '#records/exchange/server/manifest.ts'
import { fileConcept } from '#records/files/server/manifest.ts'
import { recordConcept } from '#records/server/manifest.ts'
import { securityConcept } from '#security/server/manifest.ts'
import { tableConcept } from '#tables/server/manifest.ts'
import { viewConcept } from '#views/server/manifest.ts'

/** Which processes there are belongs to no concept. */
const processConcept = { control: [{ order: 60, migrations: processMigrations }] }

/** Every concept, a line each. Their routes are made and their upkeep is done in this order. */
const all = [
  accountConcept,
  environmentConcept,
  entityConcept,
  viewConcept,
  labelConcept,
  securityConcept,
  changeConcept,
  jobConcept,
  recordConcept,
  exchangeConcept,
  fileConcept,
  auditConcept,
  tableConcept,
  processConcept,
] as const

type Any = (typeof all)[number]
type RoutesOf<Each> = Each extends { readonly routes: (app: Http, deps: infer Deps) => void } ? (deps: Deps) => void : 0
type JobsOf<Each> = Each extends { readonly jobs: (deps: infer Deps) => object } ? (deps: Deps) => void : 0
type UpkeepOf<Each> = Each extends { readonly upkeep: readonly EnvironmentUpkeep<infer Deps>[] }
  ? (deps: Deps) => void
  : 0
/** What satisfies all functions of a union. */
type Needs<Functions> = [Exclude<Functions, 0>] extends [(deps: infer Deps) => void] ? Deps : never

/** What the concepts need of each other, and of the installation. */
export type RouteDeps = Needs<RoutesOf<Any>>
export type JobDeps = Needs<JobsOf<Any>>
export type UpkeepDeps = Needs<UpkeepOf<Any>>

export const concepts: readonly Concept<RouteDeps, JobDeps, JobHandler, UpkeepDeps>[] = all
