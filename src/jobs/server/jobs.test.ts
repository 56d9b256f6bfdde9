import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { fault } from '#faults/fault.ts'
import { cancelJob, enqueueJob, listJobs, readJob } from '#jobs/server/jobs.ts'
import type { JobHandlers } from '#jobs/server/run.ts'
import { newId } from '#platform/server/newId.ts'
import { ann, bob, draft, openJobHouse } from '../../../test/support/jobs.ts'

const house = openJobHouse('jobs')
const { actor, runner, ended, environment } = house
const { schema } = environment

describe('a job', () => {
  test('waits, runs with progress in numbers, and ends with its result', async () => {
    const id = await enqueueJob(actor(), draft('count', { upto: 3 }))
    expect(await readJob(actor(), id)).toMatchObject({ state: 'queued', title: { file: 'a.csv' }, by_id: ann })
    const handlers: JobHandlers = {
      count: {
        async run(job, tools) {
          tools.progress({ done: 3, total: 3, phase: 'rows' })
          return { counted: (job.data as { upto: number }).upto }
        },
      },
    }
    runner(handlers, { lease: 1 })
    expect(await ended(id)).toMatchObject({
      state: 'succeeded',
      result: { counted: 3 },
      progress: { done: 3, total: 3 },
    })
    // The list is looked at again when the lease has passed.
    const due = () => house.database().query({ text: 'select * from lintel.job_due' })
    await vi.waitFor(async () => expect(await due()).toEqual([]), 5000)
  })

  test('is seen by whoever started it and by administrators, not by other members', async () => {
    const id = await enqueueJob(actor(ann), draft('count'))
    expect(await listJobs(actor(ann))).toHaveLength(1)
    expect(await listJobs(actor(bob))).toEqual([])
    expect(await listJobs(actor(bob, true))).toHaveLength(1)
    await expect(readJob(actor(bob), id)).rejects.toMatchObject({ code: 'job.unknown', status: 404 })
    await expect(cancelJob(actor(bob), id)).rejects.toMatchObject({ code: 'job.unknown' })
  })

  test('that waits is cancelled at once, one that has ended not at all', async () => {
    const id = await enqueueJob(actor(), draft('count'))
    expect(await cancelJob(actor(), id)).toMatchObject({ state: 'cancelled' })
    await expect(cancelJob(actor(), id)).rejects.toMatchObject({ code: 'job.ended', status: 409 })
  })

  test('that runs is told of its cancelling, rolled back and then cancelled', async () => {
    const rolledBack = vi.fn()
    runner({
      wait: {
        async run(_job, tools) {
          await tools.remember({ made: 'something' })
          await pause(20_000, undefined, { signal: tools.signal })
          return {}
        },
        rollBack: async (job) => rolledBack(job.memory),
      },
    })
    const id = await enqueueJob(actor(), draft('wait'))
    await vi.waitFor(async () => expect((await readJob(actor(), id)).state).toBe('running'))
    await cancelJob(actor(), id)
    expect(await ended(id)).toMatchObject({ state: 'cancelled' })
    expect(rolledBack).toHaveBeenCalledWith({ made: 'something' })
  })

  test('that fails is rolled back and tells the fault, other errors without their text', async () => {
    const rollBack = vi.fn(async () => undefined)
    runner({
      refuse: { run: () => Promise.reject(fault('import.rejected', { count: 2 })), rollBack },
      break: { run: () => Promise.reject(new Error('select secret')), rollBack },
    })
    const refused = await enqueueJob(actor(), draft('refuse'))
    const broken = await enqueueJob(actor(), draft('break'))
    expect((await ended(refused)).error).toEqual({ code: 'import.rejected', parameters: { count: 2 } })
    expect((await ended(broken)).error).toEqual({ code: 'server.internal', parameters: {} })
    expect(rollBack).toHaveBeenCalledTimes(2)
  })

  test('is tried again when the database was out of reach', async () => {
    const run = vi.fn(async () => ({}))
    run.mockRejectedValueOnce(fault('server.unavailable'))
    runner({ flaky: { run } })
    const id = await enqueueJob(actor(), draft('flaky'))
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempt: 2 })
  })

  test('of a process that died is taken over when its lease has passed, with what it remembered', async () => {
    const id = await enqueueJob(actor(), draft('work'))
    await house.database().execute({
      text: `update "${schema}"."_job" set state = 'running', attempt = 1, lease_owner = $1, memory = '{"step": 1}',
        lease_until = clock_timestamp() + interval '1 second', due_on = clock_timestamp() + interval '1 second'`,
      values: [newId()],
    })
    const seen = vi.fn()
    runner({ work: { run: async (job) => (seen(job.memory, job.attempt), {}) } })
    expect((await readJob(actor(), id)).state).toBe('running')
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempt: 2 })
    expect(seen).toHaveBeenCalledExactlyOnceWith({ step: 1 }, 2)
  })

  test('lost to another process does not end inside its own transaction: its effects are rolled back', async () => {
    await house.database().execute({ text: `create table if not exists "${schema}"."effect" (id int)` })
    let result: Promise<unknown> = Promise.resolve()
    runner({
      late: {
        async run(job, tools) {
          await house.database().execute({
            text: `update "${schema}"."_job" set attempt = attempt + 1 where id = $1`,
            values: [job.id],
          })
          result = house.database().transaction(async (transaction) => {
            await transaction.execute({ text: `insert into "${schema}"."effect" values (1)` })
            await tools.succeed(transaction, {})
          })
          await result
          return {}
        },
      },
    })
    await enqueueJob(actor(), draft('late'))
    await vi.waitFor(() => expect(result).rejects.toThrow('another process'))
    expect(await house.database().query({ text: `select * from "${schema}"."effect"` })).toEqual([])
  })

  test('runs once, however many runners there are', async () => {
    const ran = vi.fn()
    const handlers: JobHandlers = { once: { run: async (job) => (ran(job.id), await pause(5), {}) } }
    const ids = await Promise.all(Array.from({ length: 20 }, () => enqueueJob(actor(), draft('once'))))
    for (let index = 0; index < 3; index++) runner(handlers, { parallel: 3 })
    await Promise.all(ids.map(ended))
    expect(ran).toHaveBeenCalledTimes(20)
    expect(new Set(ran.mock.calls.map(([id]) => id)).size).toBe(20)
  })
})

test('a job puts the next in line with its own work: it begins at once, and not at all where that work is taken back', async () => {
  const ran = vi.fn(async () => ({}))
  runner({
    next: { run: ran },
    first: {
      run: (job, tools) =>
        house.database().transaction(async (transaction) => {
          await tools.enqueue(transaction, draft('next'))
          if (job.data === 'fails') throw fault('import.empty')
          await tools.succeed(transaction, {})
          return {}
        }),
    },
  })
  expect(await ended(await enqueueJob(actor(), draft('first', 'fails')))).toMatchObject({ state: 'failed' })
  const id = await enqueueJob(actor(), draft('first'))
  expect(await ended(id)).toMatchObject({ state: 'succeeded' })
  await vi.waitFor(() => expect(ran).toHaveBeenCalledTimes(1), 5000)
  const [next] = (await listJobs(actor())).filter(({ kind }) => kind === 'next')
  expect(await ended(next?.id ?? '')).toMatchObject({ state: 'succeeded', by_id: ann })
})

describe('the runner', () => {
  test('gives what it runs back when it stops, and another goes on', async () => {
    const first = runner({
      long: {
        async run(_job, tools) {
          await pause(20_000, undefined, { signal: tools.signal })
          return {}
        },
      },
    })
    const id = await enqueueJob(actor(), draft('long'))
    await vi.waitFor(async () => expect((await readJob(actor(), id)).state).toBe('running'))
    await first.stop(0)
    expect(await readJob(actor(), id)).toMatchObject({ state: 'queued', attempt: 0 })
    runner({ long: { run: async () => ({}) } })
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempt: 1 })
  })

  test('keeps the lease of a job that takes longer than it', async () => {
    const ran = vi.fn(async () => (await pause(2500), {}))
    const options = { lease: 1 }
    runner({ slow: { run: ran } }, options)
    runner({ slow: { run: ran } }, options)
    const id = await enqueueJob(actor(), draft('slow'))
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempt: 1 })
    expect(ran).toHaveBeenCalledTimes(1)
  })

  test('asks one statement a look while there is no work, however many environments there are', async () => {
    const query = vi.spyOn(house.database(), 'query')
    const made = runner({}, { poll: 60 })
    await vi.waitFor(() => expect(query).toHaveBeenCalled())
    await pause(50)
    expect(query).toHaveBeenCalledTimes(1)
    query.mockRestore()
    await made.stop(0)
  })

  test('of a deleted environment rests until that is taken back', async () => {
    await house
      .database()
      .execute({ text: `insert into lintel.environment values ($1, 'deleted')`, values: [environment.id] })
    const id = await enqueueJob(actor(), draft('plain'))
    runner({ plain: { run: () => Promise.resolve({}) } })
    await pause(300)
    expect((await readJob(actor(), id)).state).toBe('queued')
    await house.database().execute({ text: `update lintel.environment set state = 'active'` })
    expect((await ended(id)).state).toBe('succeeded')
  })

  test('forgets a listed environment whose schema is gone', async () => {
    await house.database().execute({
      text: `insert into lintel.job_due values ($1, 'e_gone', now(), 1)`,
      values: [newId()],
    })
    runner({ any: { run: async () => ({}) } })
    await vi.waitFor(async () =>
      expect(await house.database().query({ text: 'select * from lintel.job_due' })).toEqual([]),
    )
  })
})
