import {
  againIfMade,
  findConflict,
  MigrationError,
  migrateSchema,
  planMigrations,
  readAppliedMigrations,
  type AppliedMigration,
  type Migration,
} from '#platform/server/database/migrations.ts'
import type { Database, Executor } from '#platform/server/database/database.ts'

/** The schemas that this program knows: the control plane's, and every environment's. */
export type InstalledSchemas = {
  readonly controlSchema: string
  readonly control: readonly Migration[]
  readonly environment: (schema: string) => readonly Migration[]
}

/** Facts about the data, read at the start before any change. */
export type UpgradeState = {
  /** No build has worked here yet. */
  readonly isNew: boolean
  /** Schemas with migrations that are due or to be adopted, the control plane first. */
  readonly pending: readonly PendingSchema[]
  /** The build that migrated last, as far as builds were noted. */
  readonly lastBuild: string | undefined
  readonly lastApplied: Date | undefined
}

type PendingSchema = { readonly schema: string; readonly migrations: readonly Migration[]; readonly statements: number }

/**
 * Reads the state of the migrations. Throws a sentence for the operator, with both builds, if another build applied a
 * migration that this build lacks or defines differently: the data is newer, and this build would damage the data.
 * Changes nothing.
 */
export async function readUpgrade(executor: Executor, schemas: InstalledSchemas, build: string): Promise<UpgradeState> {
  const { controlSchema, control, environment } = schemas
  const environments = await readEnvironmentSchemas(executor)
  const applied = Map.groupBy(
    await readAppliedMigrations(executor, [controlSchema, ...environments]),
    ({ schema }) => schema,
  )
  const pending: PendingSchema[] = []
  for (const schema of [controlSchema, ...environments]) {
    const migrations = schema === controlSchema ? control : environment(schema)
    const found = applied.get(schema) ?? []
    const conflict = findConflict(schema, found, migrations)
    if (conflict) throw new Error(conflictSentence(conflict, schema, build))
    const { due, adopted } = planMigrations(found, migrations)
    const statements = [...due, ...adopted].reduce((sum, migration) => sum + 1 + migration.statements.length, 0)
    if (statements > 0) pending.push({ schema, migrations, statements })
  }
  return { isNew: !applied.has(controlSchema), pending, ...readLast([...applied.values()].flat()) }
}

function readLast(applied: readonly AppliedMigration[]): Pick<UpgradeState, 'lastBuild' | 'lastApplied'> {
  const last = applied.toSorted((one, other) => other.applied_on.getTime() - one.applied_on.getTime())
  return { lastApplied: last[0]?.applied_on, lastBuild: last.find(({ build }) => build !== null)?.build ?? undefined }
}

async function readEnvironmentSchemas(executor: Executor): Promise<string[]> {
  const [registry] = await executor.query<{ exists: boolean }>({
    text: `select to_regclass('lintel.environment') is not null as exists`,
  })
  if (!registry?.exists) return []
  const rows = await executor.query<{ schema: string }>({ text: 'select schema from lintel.environment order by id' })
  return rows.map(({ schema }) => schema)
}

function conflictSentence(
  { kind, id, build: other }: { kind: 'unknown' | 'edited'; id: string; build: string },
  schema: string,
  build: string,
): string {
  const what = {
    unknown: `build ${other} brought the data further (${id} in ${schema}) than this build ${build} knows`,
    edited: `build ${other} applied ${id} in ${schema} otherwise than this build ${build} has it`,
  }[kind]
  return `The data cannot be used by this build: ${what}. Nothing was changed. Start build ${other} or a later one, or go back to the data from before it (docs/guide/upgrade.md).`
}

/**
 * Migrates all schemas in one transaction, so that a failure leaves the data unchanged. With more environments than one
 * transaction can lock the tables of, the schemas are migrated in portions; the error message then tells which portions
 * are done.
 */
export async function upgradeSchemas(database: Database, schemas: InstalledSchemas, build: string): Promise<void> {
  const { pending } = await againIfMade(() => readUpgrade(database, schemas, build))
  if (pending.length === 0) return
  const portions = divide(pending, await readMostStatements(database))
  for (const [index, portion] of portions.entries()) {
    const work = () =>
      database.transaction(async (transaction) => {
        // Of several processes that start at once, one migrates; the others find nothing to do.
        await migrateSchema(transaction, schemas.controlSchema, schemas.control, build)
        for (const { schema, migrations } of portion) await migrateSchema(transaction, schema, migrations, build)
      })
    await againIfMade(work).catch((error: unknown) => {
      if (!(error instanceof MigrationError)) throw error
      const kept = portions.slice(0, index).flat().length
      const left =
        kept === 0
          ? 'Nothing of it was kept'
          : `${kept} of ${pending.length} schemas are up to date, the others as before`
      throw new Error(`Build ${build} could not bring the data up to date: ${error.message}. ${left}.`, {
        cause: error,
      })
    })
  }
}

/**
 * Each statement locks a table with its indexes until the end; half of the server's locks are left to other
 * transactions.
 */
const locksOfStatement = 5

async function readMostStatements(executor: Executor): Promise<number> {
  const [row] = await executor.query<{ locks: number }>({
    text: `select current_setting('max_locks_per_transaction')::int * current_setting('max_connections')::int as locks`,
  })
  return Math.floor((row?.locks ?? 0) / 2 / locksOfStatement)
}

/** Portions of at most so many statements; a schema is never divided. */
function divide(pending: readonly PendingSchema[], most: number): PendingSchema[][] {
  const portions: PendingSchema[][] = []
  let room = 0
  for (const each of pending) {
    if (portions.length === 0 || each.statements > room) {
      portions.push([])
      room = most
    }
    portions.at(-1)?.push(each)
    room -= each.statements
  }
  return portions
}
