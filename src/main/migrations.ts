import { accountMigrations } from '#accounts/server/accounts.migrations.ts'
import { auditMigrations, auditTables } from '#audit/server/audit.schema.ts'
import { processMigrations } from '#main/processes.schema.ts'
import { changesSchema } from '#changes/server/changes.schema.ts'
import { entitiesSchema } from '#entities/server/entities.schema.ts'
import { featuresSchema } from '#entities/server/features.schema.ts'
import { variablesSchema } from '#entities/server/variables.schema.ts'
import { environmentMigrations } from '#environments/server/environments.migrations.ts'
import { environmentsSchema } from '#environments/server/environments.schema.ts'
import { filesSchema } from '#records/files/server/files.schema.ts'
import { importSchema } from '#records/exchange/server/import/import.schema.ts'
import { jobMigrations, jobSchema } from '#jobs/server/jobs.schema.ts'
import { labelsSchema } from '#labels/server/labels.schema.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { unknownBuild, type Migration } from '#platform/server/database/migrations.ts'
import { upgradeSchemas, type Schemas } from '#main/upgrade.ts'
import { recordsSchema } from '#records/server/records.schema.ts'
import { inviteMigrations } from '#security/server/admin/admin.schema.ts'
import { securitySchema } from '#security/server/security.schema.ts'
import { viewsSchema } from '#views/server/views.schema.ts'
import { workSchema } from '#records/server/work/work.schema.ts'

/** The schema that holds what belongs to no environment. */
export const controlSchema = 'lintel'

/** What every environment's schema holds, in the order of its making. */
export function environmentSchema(schema: string): Migration[] {
  return [
    environmentsSchema,
    changesSchema,
    entitiesSchema,
    variablesSchema,
    featuresSchema,
    viewsSchema,
    labelsSchema,
    recordsSchema,
    auditTables,
    jobSchema,
    importSchema,
    filesSchema,
    workSchema,
    securitySchema,
  ].flatMap((part) => part(schema))
}

/** What the control plane holds, in the order of its making. */
const controlMigrations: readonly Migration[] = [
  ...accountMigrations,
  ...environmentMigrations,
  ...jobMigrations,
  ...inviteMigrations,
  ...auditTables(controlSchema),
  ...auditMigrations,
  ...processMigrations,
]

/** Every schema that this program knows. */
export const installationSchemas: Schemas = {
  controlSchema,
  control: controlMigrations,
  environment: environmentSchema,
}

/** Brings the control plane, and with it every environment's schema, up to date. */
export async function migrateAll(database: Database, build = unknownBuild): Promise<void> {
  await provideTrigrams(database)
  await upgradeSchemas(database, installationSchemas, build)
}

/** What searches for parts of texts are indexed with. Where it may not be installed, they go through whole tables. */
async function provideTrigrams(database: Database): Promise<void> {
  await database.execute({
    text: `do $$ begin create extension if not exists pg_trgm; exception when others then null; end $$`,
  })
}

/** Whether searches for parts of texts can be indexed. */
export async function hasTrigrams(database: Database): Promise<boolean> {
  const found = await database.query({ text: `select 1 from pg_opclass where opcname = 'gin_trgm_ops'` })
  return found.length > 0
}

/** The same on a database of its own connection; for templates of test databases. */
export async function migrateControlPlane(connectionString: string): Promise<void> {
  const database = openDatabase({ connectionString, connections: 1 })
  await migrateAll(database).finally(() => database.stop())
}
