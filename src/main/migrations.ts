import { concepts } from '#main/concepts.ts'
import { openDatabase, type Database } from '#platform/server/database/database.ts'
import { unknownBuild, type Migration } from '#platform/server/database/migrations.ts'
import { upgradeSchemas, type InstalledSchemas } from '#main/upgrade.ts'

/** The schema of everything that belongs to no environment. */
export const controlSchema = 'lintel'

/** Migrations of every environment's schema, in order of creation. */
export function migrationsOfEnvironment(schema: string): Migration[] {
  return inOrder(concepts.flatMap(({ environment = [] }) => environment)).flatMap((part) => part.schema(schema))
}

/** Migrations of the control plane, in order of creation. */
const controlMigrations = inOrder(concepts.flatMap(({ control = [] }) => control)).flatMap((part) => part.migrations)

/** The parts of all concepts by their order, which no two share. */
function inOrder<Part extends { readonly order: number }>(parts: readonly Part[]): readonly Part[] {
  if (new Set(parts.map(({ order }) => order)).size < parts.length) throw new Error('Two schemas have the same order')
  return parts.toSorted((one, other) => one.order - other.order)
}

/** Every schema that this program knows. */
export const installationSchemas: InstalledSchemas = {
  controlSchema,
  control: controlMigrations,
  environment: migrationsOfEnvironment,
}

/** Brings the control plane, and with it every environment's schema, up to date. */
export async function migrateAll(database: Database, build = unknownBuild): Promise<void> {
  await provideTrigrams(database)
  await upgradeSchemas(database, installationSchemas, build)
}

/** The extension for indexes on parts of texts. Where it cannot be installed, such searches scan whole tables. */
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
