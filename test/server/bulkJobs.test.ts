import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMembershipLookup } from '../../src/environments/server/membership.ts'
import { modelsOf } from '../../src/entities/server/model.ts'
import type { JobHandler, JobRow, JobTools } from '../../src/jobs/server/jobs.ts'
import { createMemberAtWork } from '../../src/main/memberAtWork.ts'
import { workDeps } from '../../src/main/work.ts'
import type { BaseContext } from '../../src/platform/server/context.ts'
import { newId } from '../../src/platform/server/newId.ts'
import { bulkHandler, undoCauseHandler } from '../../src/records/server/work/handler.ts'
import { openLedger, type Ledger } from '../support/writes.ts'

// Jobs on many records, called as their runner calls them, with what else happens put exactly where it hurts.
const records = 2000
const log = { debug: () => undefined, info: () => undefined, warn: () => undefined, error: () => undefined }
let ledger: Ledger
let entityId = ''
let handlers: Readonly<Record<'bulk' | 'undo', JobHandler>>

beforeAll(async () => {
  ledger = await openLedger('bulk_jobs')
  const { database } = ledger.house
  const answer = await ledger.send('GET', `/api/metadata/entity/v1/${ledger.place.id}`)
  const { value } = answer.json<{ value: { id: string; uri: string }[] }>()
  entityId = value.find(({ uri }) => uri === 'countries')?.id ?? ''
  const owner = `(select id from ${table('_principal')} limit 1)`
  await database.execute({
    text: `insert into ${table('countries')}
      (id, name, code, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id)
      select gen_random_uuid(), 'C' || n, 'old', now(), ${owner}, now(), ${owner}, ${owner}, ${owner}
      from generate_series(1, ${records}) n`,
  })
  const ground: BaseContext = { database, newId, now: () => new Date(), log }
  const deps = workDeps({
    models: modelsOf(database),
    memberAtWork: createMemberAtWork({ ground, online: database, memberships: createMembershipLookup(ground) }),
    imports: {} as Parameters<typeof workDeps>[0]['imports'],
    secret: 'a secret of tests',
    wake: () => undefined,
  })
  handlers = { bulk: bulkHandler(deps), undo: undoCauseHandler(deps) }
})
afterAll(() => ledger.close())
beforeEach(async () => {
  await ledger.house.database.execute({ text: `update ${table('countries')} set code = 'old', version = 1` })
})

const table = (name: string) => `"${ledger.place.schema}"."${name}"`

/** A job's row that no runner takes, and tools that write to it as a runner's do, with the heartbeat before each note. */
async function openJob(data: object, { signal = new AbortController().signal, onNote = () => Promise.resolve() } = {}) {
  const { database } = ledger.house
  const id = newId()
  await database.execute({
    text: `insert into ${table('_job')} (id, kind, title, data, state, progress, by_id, cause, created_on, due_on)
      values ($1, 'held', '{}', '{}', 'running', '{}', $2, '{}', now(), now())`,
    values: [id, ledger.maker.id],
  })
  let memory: JobRow['memory'] = {}
  const tools = {
    environment: { id: ledger.place.id, schema: ledger.place.schema },
    signal,
    progress: () => undefined,
    async remember(more, executor = database) {
      await database.execute({ text: `update ${table('_job')} set lease_until = now() where id = $1`, values: [id] })
      await onNote()
      const text = `update ${table('_job')} set memory = memory || $2 where id = $1`
      await executor.execute({ text, values: [id, more] })
      memory = { ...memory, ...more }
    },
  } as Partial<JobTools> as JobTools
  const row = () =>
    ({ id, data, memory, by_id: ledger.maker.id, cause: { kind: 'request', id: 'r' } }) as Partial<JobRow> as JobRow
  return { id, tools, row }
}

const change = (code: string, query = '') => ({
  entity_id: entityId,
  draft: { action: 'change', records: { query, except: [] }, values: { code } },
})

/** How many records have this code, and how many events a cause left, of how many records. */
async function look(code: string, causeId: string) {
  const [found] = await ledger.house.database.query<{ changed: number; events: number; of: number; listed: number }>({
    text: `select (select count(*)::int from ${table('countries')} where code = $1) as changed,
      (select count(*)::int from ${table('_event')} where cause->>'id' = $2) as events,
      (select count(distinct record_id)::int from ${table('_event')} where cause->>'id' = $2) as of,
      (select count(*)::int from ${table('_work')} where job_id::text = $2) as listed`,
    values: [code, causeId],
  })
  return found
}

test('a heartbeat between the list and its note does no harm: every record is changed once, and one undo gives all back', async () => {
  const job = await openJob(change('new'))
  expect(await handlers.bulk.run(job.row(), job.tools)).toMatchObject({ done: records, refused: 0 })
  expect(await look('new', job.id)).toEqual({ changed: records, events: records, of: records, listed: records })
  const undo = await openJob({ entity_id: entityId, cause_id: job.id, cause_kind: 'bulk' })
  expect(await handlers.undo.run(undo.row(), undo.tools)).toMatchObject({ done: records, refused: 0 })
  expect(await look('old', undo.id)).toEqual({ changed: records, events: records, of: records, listed: records })
})

test('an attempt that ends between the list and its note leaves a list that the next one takes as it is', async () => {
  const dying = new Error('killed')
  let dies = true
  const job = await openJob(change('next'), { onNote: () => (dies ? Promise.reject(dying) : Promise.resolve()) })
  await expect(handlers.bulk.run(job.row(), job.tools)).rejects.toBe(dying)
  expect(await look('next', job.id)).toMatchObject({ changed: 0, listed: records })
  dies = false
  const late = await ledger.made('countries', { name: 'Late', code: 'late' })
  expect(await handlers.bulk.run(job.row(), job.tools)).toMatchObject({ done: records, refused: 0 })
  expect(await look('next', job.id)).toEqual({ changed: records, events: records, of: records, listed: records })
  expect(await ledger.read(`countries(${late.id})`)).toMatchObject({ code: 'late' })
  await ledger.send('DELETE', `countries(${late.id})`)
})

test('of two processes that list for one job at once, one lists and both find the same list', async () => {
  // C19, C190 to C199 and C1900 to C1999: they stand in each other's way at every one.
  const few = 111
  const job = await openJob(change('twice', `$filter=startswith(name,'C19')`))
  const found = await Promise.allSettled([1, 2].map(() => handlers.bulk.run(job.row(), job.tools)))
  expect(found.map((each) => each.status)).toEqual(['fulfilled', 'fulfilled'])
  expect(await look('twice', job.id)).toEqual({ changed: few, events: few, of: few, listed: few })
})

test('a job that is cancelled while it lists leaves no list', async () => {
  const job = await openJob(change('never'), { signal: AbortSignal.abort('cancelled') })
  await expect(handlers.bulk.run(job.row(), job.tools)).rejects.toBe('cancelled')
  expect(await look('never', job.id)).toEqual({ changed: 0, events: 0, of: 0, listed: 0 })
})

test('what others changed after the list was made is left and told, and kept by the undo', async () => {
  const [first] = await ledger.house.database.query<{ id: string }>({
    text: `select id from ${table('countries')} order by id desc limit 1`,
  })
  let edited = false
  const job = await openJob(change('mine'), {
    async onNote() {
      if (edited) return
      edited = true
      await ledger.send('PATCH', `countries(${first?.id})`, { code: 'theirs' })
    },
  })
  expect(await handlers.bulk.run(job.row(), job.tools)).toMatchObject({ done: records - 1, refused: 1 })
  expect(await ledger.read(`countries(${first?.id})`)).toMatchObject({ code: 'theirs' })
})

test('a person who is disabled meanwhile goes on with nothing, and nothing is taken back in their name', async () => {
  const disable = (status: string) =>
    ledger.house.database.execute({
      text: `update lintel."user" set status = $1 where id = $2`,
      values: [status, ledger.maker.id],
    })
  let notes = 0
  const job = await openJob(change('part'), {
    // The length of the list, then one batch.
    onNote: async () => void (++notes === 2 && (await disable('inactive'))),
  })
  try {
    await expect(handlers.bulk.run(job.row(), job.tools)).rejects.toMatchObject({ code: 'job.personLeft' })
    await expect(handlers.bulk.rollBack?.(job.row(), job.tools)).rejects.toMatchObject({ code: 'job.personLeft' })
    expect(await look('part', job.id)).toMatchObject({ changed: 256, events: 256, of: 256 })
  } finally {
    await disable('active by email')
  }
})

test('a change that is cancelled in its midst leaves nothing behind', async () => {
  const ending = new AbortController()
  let notes = 0
  const job = await openJob(change('cut'), {
    signal: ending.signal,
    // The length of the list, then one batch.
    onNote: async () => void (++notes === 2 && ending.abort('cancelled')),
  })
  await expect(handlers.bulk.run(job.row(), job.tools)).rejects.toBe('cancelled')
  expect((await look('cut', job.id))?.changed).toBeGreaterThan(0)
  const { signal } = new AbortController()
  await handlers.bulk.rollBack?.(job.row(), { ...job.tools, signal })
  expect(await look('cut', job.id)).toMatchObject({ changed: 0 })
  expect(await look('old', job.id)).toMatchObject({ changed: records })
})
