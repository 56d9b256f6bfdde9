import { afterEach, describe, expect, test, vi } from 'vitest'
import { enqueueJob, readJob, type JobHandler } from '#jobs/server/jobs.ts'
import { jobSchema } from '#jobs/server/jobs.schema.ts'
import { newId } from '#platform/server/newId.ts'
import { migrate } from '#platform/server/database/migrations.ts'
import { draft, openJobHouse } from '../../../test/support/jobs.ts'

const house = openJobHouse('job_queues')
const { actor, runner, ended, environment } = house
const table = `"${environment.schema}"."_job"`

let release: (() => void) | undefined
afterEach(() => release?.())

/** Takes a lock that the handlers of `locked` wait for, until it is released. */
async function holdLock(): Promise<() => Promise<void>> {
  const held = Promise.withResolvers<void>()
  const done = Promise.withResolvers<void>()
  const transaction = house.database().transaction(async (inside) => {
    await inside.execute({ text: 'select pg_advisory_xact_lock(51)' })
    held.resolve()
    await done.promise
  })
  release = done.resolve
  await held.promise
  return () => (done.resolve(), transaction)
}

const locked: JobHandler = {
  run: async () => {
    await house.database().transaction((inside) => inside.execute({ text: 'select pg_advisory_xact_lock(51)' }))
    return {}
  },
}
const quick: JobHandler = { run: async () => ({}) }

async function countIn(state: string, kind: string): Promise<number> {
  const [row] = await house.database().query<{ count: number }>({
    text: `select count(*)::int as count from ${table} where state = $1 and kind = $2`,
    values: [state, kind],
  })
  return row?.count ?? 0
}

describe('a queue per kind', () => {
  test('lets jobs of a kind end while those of others wait for a lock, however many they are', async () => {
    const unlock = await holdLock()
    const slow = await Promise.all(
      ['first', 'second'].flatMap((kind) => Array.from({ length: 4 }, () => enqueueJob(actor(), draft(kind)))),
    )
    runner({ first: locked, second: locked, third: quick }, { parallel: 3, shared: 2 })
    // All shared slots are taken before the third kind has anything to do.
    await vi.waitFor(async () =>
      expect((await countIn('running', 'first')) + (await countIn('running', 'second'))).toBe(4),
    )
    for (let count = 0; count < 3; count++)
      expect(await ended(await enqueueJob(actor(), draft('third')))).toMatchObject({ state: 'succeeded' })
    const states = await Promise.all(slow.map(async (id) => (await readJob(actor(), id)).state))
    expect(states.filter((state) => state === 'running')).toHaveLength(4)
    expect(states.filter((state) => state === 'queued')).toHaveLength(4)
    await unlock()
    for (const id of slow) expect(await ended(id)).toMatchObject({ state: 'succeeded' })
  })

  test('runs no more jobs of a kind at once than its handler allows', async () => {
    const unlock = await holdLock()
    const ids = await Promise.all(Array.from({ length: 4 }, () => enqueueJob(actor(), draft('hungry'))))
    runner({ hungry: { ...locked, concurrency: 1 }, other: quick }, { parallel: 3 })
    await vi.waitFor(async () => expect(await countIn('running', 'hungry')).toBe(1))
    expect(await ended(await enqueueJob(actor(), draft('other')))).toMatchObject({ state: 'succeeded' })
    expect([await countIn('running', 'hungry'), await countIn('queued', 'hungry')]).toEqual([1, 3])
    await unlock()
    for (const id of ids) expect(await ended(id)).toMatchObject({ state: 'succeeded' })
  })
})

test('environments take turns in a queue: the jobs of one do not wait for all those of another', async () => {
  const other = { id: newId(), schema: 'e_job_queues_other' }
  await migrate(house.database(), other.schema, jobSchema(other.schema))
  const begun: string[] = []
  const handler: JobHandler = { run: async (_job, tools) => (begun.push(tools.environment.id), {}) }
  for (let count = 0; count < 4; count++) await enqueueJob(actor(), draft('work'))
  const late = { ...actor(), environment: other }
  const ids = [await enqueueJob(late, draft('work')), await enqueueJob(late, draft('work'))]
  runner({ work: handler }, { parallel: 1 })
  await vi.waitFor(() => expect(begun).toHaveLength(6))
  for (const id of ids) await vi.waitFor(async () => expect((await readJob(late, id)).state).toBe('succeeded'))
  const [first, second] = [environment.id, other.id]
  expect(begun).toEqual([first, second, first, second, first, first])
})
