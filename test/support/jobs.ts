import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, vi } from 'vitest'
import type { Job } from '../../src/jobs/job.ts'
import { readJob, type JobActor } from '../../src/jobs/server/jobs.ts'
import { jobMigrations, jobSchema } from '../../src/jobs/server/jobs.schema.ts'
import { createRunner, type Runner, type RunnerOptions } from '../../src/jobs/server/runner.ts'
import type { JobHandlers } from '../../src/jobs/server/run.ts'
import type { BaseContext } from '../../src/platform/server/context.ts'
import { newId } from '../../src/platform/server/newId.ts'
import { openDatabase, type Database } from '../../src/platform/server/database/database.ts'
import { migrate } from '../../src/platform/server/database/migrations.ts'
import { driver } from './driver.ts'
import { emptyDatabase } from './database.ts'

/** A database of nothing but jobs, with runners that a test makes and that end with it. */
export type JobHouse = {
  readonly database: () => Database
  readonly environment: { readonly id: string; readonly schema: string }
  readonly actor: (id?: string, administrator?: boolean) => JobActor
  readonly runner: (handlers: JobHandlers, options?: Partial<RunnerOptions>) => Runner
  /** A job as it has ended. */
  readonly ended: (id: string) => Promise<Job>
}

export const ann = newId()
export const bob = newId()
export const draft = (kind: string, data: unknown = {}) => ({ kind, title: { file: 'a.csv' }, data })

/** Opens it before the tests of a file, empties it before each, and closes it after them. */
export function openJobHouse(name: string): JobHouse {
  const schema = `e_${name}`
  const environment = { id: newId(), schema }
  let ground: BaseContext
  let runners: Runner[] = []
  const endRunners = async () => {
    await Promise.all(runners.map((each) => each.stop(0)))
    runners = []
  }
  beforeAll(async () => {
    const { connectionString } = await emptyDatabase(name)
    const database = openDatabase({ driver, connectionString })
    const log = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() }
    ground = { database, newId, now: () => new Date(), log }
    await migrate(database, 'lintel', jobMigrations)
    // Of the registry jobs read no more than this.
    await database.execute({ text: 'create table lintel.environment (id uuid, state text)' })
    await migrate(database, schema, jobSchema(schema))
  })
  beforeEach(async () => {
    await endRunners()
    await ground.database.execute({ text: `delete from "${schema}"."_job"` })
    await ground.database.execute({ text: `delete from lintel.job_due` })
  })
  afterAll(async () => {
    await endRunners()
    await ground.database.stop()
  })
  const actor: JobHouse['actor'] = (id = ann, administrator = false) => {
    const cause = { kind: 'request', id: newId() } as const
    return { ...ground, requestId: 'r', locale: 'en', environment, member: { id, administrator }, cause }
  }
  return {
    database: () => ground.database,
    environment,
    actor,
    runner(handlers, options = {}) {
      const made = createRunner({ ground, handlers, poll: 0.1, ...options })
      runners.push(made)
      made.start()
      return made
    },
    async ended(id) {
      for (let tries = 0; tries < 200; tries++) {
        const job = await readJob(actor(), id)
        if (job.ended_on) return job
        await pause(25)
      }
      throw new Error('the job did not end')
    },
  }
}
