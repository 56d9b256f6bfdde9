import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { TestProject } from 'vitest/node'
import { startPostgres, type Postgres } from '../../src/platform/server/postgres/postgres.ts'
import { dropTestDatabases, prepareTemplate, templateOf } from './template.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The address of the template database that `testDatabase` clones. */
    templateDatabase: string
    /** Why there is no template: tests that need none run all the same. */
    templateProblem: string | undefined
  }
}

const prefix = 'lintel-test-'
const migrations = fileURLToPath(new URL('../../src/main/migrations.ts', import.meta.url))

/**
 * Before the server tests: one PostgreSQL without durability in a temporary folder (or the one of TEST_DATABASE_URL), and
 * in it a template with our schema. After them: everything is gone.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env['TEST_DATABASE_URL']
  const own = given === undefined ? await startThrowaway() : undefined
  const server = given ?? own?.postgres.connectionString ?? ''
  const template = templateOf(server, `lintel_test_${process.pid}`)
  const problem = await prepareTemplate(server, template, migrate).then(
    () => undefined,
    (error: unknown) => String(error),
  )
  project.provide('templateProblem', problem)
  project.provide('templateDatabase', template)
  return async () => {
    if (own) await own.remove()
    else await dropTestDatabases(server, template)
  }
}

type Throwaway = { readonly postgres: Postgres; remove(): Promise<void> }

async function startThrowaway(): Promise<Throwaway> {
  await sweepAbandoned()
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${process.pid}-`))
  await chmod(folder, 0o755)
  const postgres = await startPostgres({
    folder,
    log: () => undefined,
    settings: { fsync: 'off', full_page_writes: 'off', synchronous_commit: 'off', max_connections: 200 },
  })
  return {
    postgres,
    async remove() {
      await postgres.stop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Ends the servers of test runs that were killed. */
async function sweepAbandoned(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (!pid || isRunning(Number(pid))) continue
    const folder = join(tmpdir(), name)
    if (existsSync(join(folder, 'postgres', 'cluster', 'postmaster.pid'))) {
      const left = await startPostgres({ folder, log: () => undefined }).catch(() => undefined)
      await left?.stop()
    }
    await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

async function migrate(connectionString: string): Promise<void> {
  if (!existsSync(migrations)) return
  const module = (await import(pathToFileURL(migrations).href)) as {
    migrateControlPlane(connectionString: string): Promise<void>
  }
  await module.migrateControlPlane(connectionString)
}
