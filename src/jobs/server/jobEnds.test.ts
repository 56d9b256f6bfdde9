import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { fault } from '#faults/fault.ts'
import { cancelJob, enqueueJob, readJob } from '#jobs/server/jobs.ts'
import type { JobHandler, JobTools } from '#jobs/server/run.ts'
import { newId } from '#platform/server/newId.ts'
import { draft, openJobHouse } from '../../../test/support/jobs.ts'

const patience = { timeout: 20_000 }

const house = openJobHouse('job_ends')
const { actor, runner, ended, environment } = house
const table = `"${environment.schema}"."_job"`

/** Makes a job that was handed back due at once. */
const hasten = (id: string) =>
  house.database().execute({ text: `update ${table} set due_on = clock_timestamp() where id = $1`, values: [id] })
const seen = (id: string) => readJob(actor(), id)
const untilStopped = (tools: JobTools) => pause(60_000, undefined, { signal: tools.signal })

describe('a job that is handed back', () => {
  test('says what it waits for, however often that is, and goes on by itself', async () => {
    let isFull = true
    const run = vi.fn(async () => {
      if (isFull) throw fault('server.diskFull')
      return { done: 1 }
    })
    runner({ write: { run } })
    const id = await enqueueJob(actor(), draft('write'))
    for (let times = 1; times <= 7; times++) {
      await vi.waitFor(async () => {
        expect(run).toHaveBeenCalledTimes(times)
        expect(await seen(id)).toMatchObject({
          state: 'queued',
          error: null,
          waits_for: { code: 'server.diskFull', parameters: {} },
        })
      }, patience)
      if (times === 7) isFull = false
      await hasten(id)
      await house.database().execute({ text: `update lintel.job_due set due_on = clock_timestamp()` })
    }
    expect(await ended(id)).toMatchObject({ state: 'succeeded', waits_for: null, error: null, attempt: 1 })
  })

  test('takes back what it did when it is cancelled while it waits', async () => {
    const rollBack = vi.fn(async () => undefined)
    const run = async (_job: unknown, tools: JobTools) => {
      await tools.remember({ made: 'something' })
      throw fault('server.diskFull')
    }
    runner({ write: { run, rollBack } })
    const id = await enqueueJob(actor(), draft('write'))
    await vi.waitFor(async () => expect((await seen(id)).waits_for?.code).toBe('server.diskFull'), patience)
    expect(await cancelJob(actor(), id)).toMatchObject({ state: 'queued', cancelling: true })
    expect(await ended(id)).toMatchObject({ state: 'cancelled' })
    expect(rollBack).toHaveBeenCalledTimes(1)
  })

  test('by a stop takes back what it did when it is cancelled before it goes on', async () => {
    const rollBack = vi.fn(async () => undefined)
    const write: JobHandler = { run: async (_job, tools) => (await untilStopped(tools), {}), rollBack }
    const first = runner({ write })
    const id = await enqueueJob(actor(), draft('write'))
    await vi.waitFor(async () => expect((await seen(id)).state).toBe('running'), patience)
    await first.stop(0)
    expect(await cancelJob(actor(), id)).toMatchObject({ state: 'queued', cancelling: true })
    runner({ write })
    expect(await ended(id)).toMatchObject({ state: 'cancelled' })
    expect(rollBack).toHaveBeenCalledTimes(1)
  })
})

describe('a roll-back', () => {
  test('ends when the process stops, and the next one goes on with that, not with the work', async () => {
    const run = vi.fn(async () => Promise.reject(fault('import.empty')))
    const begun = vi.fn()
    let isStopped = false
    const rollBack: JobHandler['rollBack'] = async (_job, tools) => {
      begun()
      if (!isStopped) await untilStopped(tools)
    }
    const first = runner({ write: { run, rollBack } })
    const id = await enqueueJob(actor(), draft('write'))
    await vi.waitFor(() => expect(begun).toHaveBeenCalledTimes(1), patience)
    isStopped = true
    await first.stop(0)
    expect(await seen(id)).toMatchObject({ state: 'queued', error: null })
    runner({ write: { run, rollBack } })
    expect(await ended(id)).toMatchObject({ state: 'failed', error: { code: 'import.empty' } })
    expect([run.mock.calls.length, begun.mock.calls.length]).toEqual([1, 2])
  })

  test('that a cancelling asked for is not ended by it', async () => {
    const aborted = vi.fn()
    const run: JobHandler['run'] = async (_job, tools) => (await untilStopped(tools), {})
    runner({ write: { run, rollBack: async (_job, tools) => aborted(tools.signal.aborted) } })
    const id = await enqueueJob(actor(), draft('write'))
    await vi.waitFor(async () => expect((await seen(id)).state).toBe('running'), patience)
    await cancelJob(actor(), id)
    expect(await ended(id)).toMatchObject({ state: 'cancelled' })
    expect(aborted).toHaveBeenCalledExactlyOnceWith(false)
  })

  test('that times out is tried again after ever longer waits, so that it leaves its place to others', async () => {
    const rollBack = vi.fn(() => Promise.reject(fault('server.timeout')))
    runner({ write: { run: () => Promise.reject(fault('import.empty')), rollBack } })
    const id = await enqueueJob(actor(), draft('write'))
    const waits: number[] = []
    for (let times = 1; times <= 4; times++) {
      await vi.waitFor(() => expect(rollBack).toHaveBeenCalledTimes(times), patience)
      await vi.waitFor(async () => expect((await seen(id)).waits_for?.code).toBe('server.timeout'), patience)
      const [row] = await house.database().query<{ wait: number }>({
        text: `select extract(epoch from due_on - clock_timestamp())::float as wait from ${table} where id = $1`,
        values: [id],
      })
      waits.push(row?.wait ?? 0)
      await hasten(id)
      await house.database().execute({ text: `update lintel.job_due set due_on = clock_timestamp()` })
    }
    // Each wait is twice the one before; what is left of it when it is read is more than half.
    for (const [at, wait] of waits.entries()) expect(wait).toBeGreaterThan(at === 0 ? 0 : (waits[at - 1] ?? 0))
  })

  test('that is refused ends the job with the reason, once and for all', async () => {
    const rollBack = vi.fn(() => Promise.reject(fault('job.personLeft')))
    runner({ write: { run: () => Promise.reject(fault('import.empty')), rollBack } })
    const id = await enqueueJob(actor(), draft('write'))
    expect(await ended(id)).toMatchObject({ state: 'failed', error: { code: 'job.personLeft' } })
    expect(rollBack).toHaveBeenCalledTimes(1)
  })
})

describe('a runner that is alone on its database', () => {
  const workedOn = (id: string) =>
    house.database().execute({
      text: `update ${table} set state = 'running', attempt = 1, lease_owner = $1, memory = '{"step": 1}',
        started_on = clock_timestamp(), lease_until = 'infinity', due_on = 'infinity' where id = $2`,
      values: [newId(), id],
    })
  const remembered = vi.fn()
  const work: JobHandler = { run: async (job) => (remembered(job.memory), {}) }

  test('takes over at its start what a dead process was at, whatever its lease says', async () => {
    const id = await enqueueJob(actor(), draft('work'))
    await workedOn(id)
    await house.database().execute({ text: `update lintel.job_due set due_on = 'infinity'` })
    runner({ work }, { isAlone: true })
    expect(await ended(id)).toMatchObject({ state: 'succeeded', attempt: 2 })
    expect(remembered).toHaveBeenCalledExactlyOnceWith({ step: 1 })
  })

  test('is the only one to do so: others leave the job to its lease', async () => {
    const [id, other] = [await enqueueJob(actor(), draft('work')), await enqueueJob(actor(), draft('work'))]
    await workedOn(id)
    runner({ work })
    expect(await ended(other)).toMatchObject({ state: 'succeeded' })
    expect(await seen(id)).toMatchObject({ state: 'running', attempt: 1 })
  })
})
