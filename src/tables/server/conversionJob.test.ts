import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Job } from '#jobs/job.ts'
import { largeFrom } from '#tables/server/size.ts'
import { discrepancies } from '#tables/server/verify.ts'
import { openApi, openApiOn, type TestApi } from '../../../test/support/apis.ts'
import { newEntity, newEnvironment, newMaker, type Maker, type Named, type Place } from '../../../test/support/maker.ts'

let house: TestApi & { readonly connectionString: string }
let anna: Maker
let home: Place
let orders: Named
const rows = largeFrom * 2

beforeAll(async () => {
  house = await openApiOn('conversion_job')
  anna = await newMaker(house.send, 'anna@example.org')
  home = await newEnvironment(anna, 'home')
  orders = await newEntity(anna, home, 'orders', [
    { name: 'Amount', uri: 'amount', type: 'text' },
    { name: 'Code', uri: 'code', type: 'text', maxlength: 50 },
  ])
  const owner = '(select id from "_principal" limit 1)'
  await house.database.transaction(async (transaction) => {
    await transaction.execute({ text: `set local search_path to "${home.schema}"` })
    await transaction.execute({
      text: `insert into orders (id, name, amount, code, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id)
        select gen_random_uuid(), 'Order ' || n, case when n % 100 = 0 then 'many' when n % 7 = 0 then n || '.4' else n::text end,
          'c' || n, now(), ${owner}, now(), ${owner}, ${owner}, ${owner} from generate_series(1, ${rows}) n`,
    })
    await transaction.execute({ text: 'analyze orders' })
  })
  house.work()
}, 60_000)
afterAll(() => house.close())

const table = () => `"${home.schema}".orders`
const base = () => `/api/metadata/change/v1/${home.id}`

async function attribute(uri: string): Promise<{ id: string; type: string; unique: boolean }> {
  const answer = await anna.send('GET', `/api/metadata/attribute/v1/${home.id}/${orders.id}`)
  const found = answer.json<{ value: { id: string; uri: string; type: string; unique: boolean }[] }>().value
  const one = found.find((each) => each.uri === uri)
  if (!one) throw new Error('no attribute')
  return one
}

async function change(operation: object): Promise<string> {
  const answer = await anna.send('POST', base(), { operations: [operation] })
  expect(answer.status, answer.text).toBe(202)
  return answer.json<{ job_id: string }>().job_id
}

async function ended(id: string): Promise<Job> {
  for (let wait = 0; wait < 600; wait++) {
    const job = (await anna.send('GET', `/api/job/v1/${home.id}/${id}`)).json<Job>()
    if (job.ended_on) return job
    await pause(50)
  }
  throw new Error('the job does not end')
}

/** Everything as text, with what is left of fills. */
async function state(column: string): Promise<{ hash: string | undefined; leftovers: string[] }> {
  const [row] = await house.database.query<{ hash: string }>({
    text: `select md5(string_agg(id::text || coalesce(${column}::text, '-'), ',' order by id)) as hash from ${table()}`,
  })
  const left = await house.database.query<{ name: string }>({
    text: `select attname as name from pg_attribute where attrelid = '${table()}'::regclass and attname like '\\_filling%' and not attisdropped
      union all select tgname from pg_trigger where tgrelid = '${table()}'::regclass and tgname like '\\_fill\\_%'
      union all select relname from pg_class where relname like '\\_unique\\_coming%'`,
  })
  return { hash: row?.hash, leftovers: left.map(({ name }) => name) }
}

test('a large table is converted as a job while people go on writing, and so is the undo', async () => {
  const before = await state('amount')
  const { id } = await attribute('amount')
  const operation = { kind: 'attribute.update', id, type: 'number', accept_loss: true }
  const preview = (await anna.send('POST', `${base()}/preview`, { operations: [operation] })).json<{
    conversions: { online: boolean; cleared: number; rounded: number }[]
  }>()
  expect(preview.conversions).toMatchObject([{ online: true, cleared: rows / 100 }])
  const direct = await anna.send('PATCH', `/api/metadata/attribute/v1/${home.id}/${orders.id}/${id}`, operation)
  expect(direct.json<{ error: { code: string } }>().error.code).toBe('change.online')

  const job = ended(await change(operation))
  let writes = 0
  const ending = new AbortController()
  const write = async () => {
    while (!ending.signal.aborted) {
      const path = `/api/odata/v1/${home.id}/orders`
      const made = await anna.send('POST', path, { name: `New ${writes}`, amount: '5' })
      expect(made.status, made.text).toBe(201)
      writes++
      await pause(20)
    }
  }
  const writing = write()
  const done = await job
  ending.abort()
  await writing
  expect(done).toMatchObject({ state: 'succeeded', error: null })
  expect((await attribute('amount')).type).toBe('number')
  const [counts] = await house.database.query<Record<string, string>>({
    text: `select count(*) filter (where amount is null) as cleared, count(*) filter (where name like 'New%' and amount = 5) as written,
      count(*) filter (where name like 'Order%' and amount::text = regexp_replace(name, '\\D', '', 'g')) as right from ${table()}`,
  })
  expect(counts).toEqual({
    cleared: String(rows / 100),
    written: String(writes),
    right: String(rows - rows / 100),
  })
  expect(writes).toBeGreaterThan(0)
  expect((await state('amount')).leftovers).toEqual([])

  await house.database.execute({ text: `delete from ${table()} where name like 'New%'` })
  const { change_id } = done.result as { change_id: string }
  const undo = await anna.send('POST', `${base()}/${change_id}/undo`, {})
  expect(undo.status).toBe(202)
  expect(await ended(undo.json<{ job_id: string }>().job_id)).toMatchObject({ state: 'succeeded' })
  expect(await state('amount')).toEqual(before)
}, 60_000)

test('a column being filled is left alone by everybody, and a cancelled job leaves no trace', async () => {
  const before = await state('code')
  const { id } = await attribute('code')
  expect(await ended(await change({ kind: 'attribute.update', id, unique: true }))).toMatchObject({
    state: 'succeeded',
  })
  expect((await attribute('code')).unique).toBe(true)
  const job = await change({ kind: 'attribute.update', id, type: 'search' })
  for (let wait = 0; wait < 400 && (await state('code')).leftovers.length === 0; wait++) await pause(5)
  // Somebody who holds on to a record makes the job wait there, and nobody else.
  let release = () => undefined as void
  const held = house.database.transaction(async (transaction) => {
    await transaction.query({ text: `select 1 from ${table()} order by id desc limit 1 for update` })
    await new Promise<void>((resolve) => (release = resolve))
  })
  const refused = await anna.send('POST', base(), { operations: [{ kind: 'attribute.delete', id }] })
  expect(refused.json<{ error: { code: string } }>().error.code).toBe('attribute.filling')
  expect((await anna.send('GET', `/api/odata/v1/${home.id}/orders?$top=5`)).status).toBe(200)
  await anna.send('POST', `/api/job/v1/${home.id}/${job}/cancel`)
  const end = ended(job)
  await pause(1500)
  release()
  await held
  expect((await end).state).toBe('cancelled')
  expect(await state('code')).toEqual(before)
}, 60_000)

test('unique on a large table is built beside reads and writes; equal values refuse it', async () => {
  const { id } = await attribute('amount')
  const job = await ended(await change({ kind: 'attribute.update', id, unique: true, maxlength: 100 }))
  expect(job).toMatchObject({ state: 'failed', error: { code: 'attribute.duplicates' } })
  expect((await state('amount')).leftovers).toEqual([])
}, 60_000)

test('what would lose values without consent fails before anything is begun', async () => {
  const { id } = await attribute('amount')
  const job = await ended(await change({ kind: 'attribute.update', id, type: 'number' }))
  expect(job).toMatchObject({ state: 'failed', error: { code: 'attribute.lossy' } })
}, 60_000)

test('another process goes on with a conversion where the first one ended', async () => {
  const { id } = await attribute('amount')
  const other = await openApi(house.connectionString)
  other.work()
  try {
    const job = await change({ kind: 'attribute.update', id, type: 'decimal', accept_loss: true })
    expect(await ended(job)).toMatchObject({ state: 'succeeded' })
  } finally {
    await other.close()
  }
  const [row] = await house.database.query<{ right: string }>({
    text: `select count(*) as right from ${table()} where amount is null or trunc(amount)::text = regexp_replace(name, '\\D', '', 'g')`,
  })
  expect(Number(row?.right)).toBe(rows)
  const lines = await discrepancies(house.database, home.schema)
  expect(lines.filter((line) => !line.startsWith('version'))).toEqual([])
}, 60_000)

test('of two changes of one type the later one waits for the earlier one, says so, and is made of what that leaves', async () => {
  const { id } = await attribute('amount')
  let release = () => undefined as void
  // Somebody who holds on to a record keeps the first one under way.
  const held = house.database.transaction(async (transaction) => {
    await transaction.query({ text: `select 1 from ${table()} order by id desc limit 1 for update` })
    await new Promise<void>((resolve) => (release = resolve))
  })
  const first = await change({ kind: 'attribute.update', id, type: 'text' })
  const second = await change({ kind: 'attribute.update', id, type: 'number', accept_loss: true })
  const isHeld = async () => {
    const job = (await anna.send('GET', `/api/job/v1/${home.id}/${second}`)).json<Job>()
    expect(job.waits_for).toEqual({ code: 'job.behind', parameters: {} })
  }
  await vi.waitFor(isHeld, { timeout: 20_000 }).finally(() => release())
  // Others learn from this which tables it is about, and wait for it only where that is theirs.
  const [waiting] = await house.database.query<{ tables: string[] }>({
    text: `select memory->'tables' as tables from "${home.schema}"._job where id = $1`,
    values: [second],
  })
  expect(waiting?.tables).toEqual(['orders'])
  await held
  expect(await ended(first)).toMatchObject({ state: 'succeeded', error: null })
  expect(await ended(second)).toMatchObject({ state: 'succeeded', error: null })
  expect(await attribute('amount')).toMatchObject({ type: 'number' })
  const [row] = await house.database.query<{ right: string }>({
    text: `select count(*) as right from ${table()} where amount is null or amount::text = regexp_replace(name, '\\D', '', 'g')`,
  })
  expect(Number(row?.right)).toBe(rows)
  expect((await state('amount')).leftovers).toEqual([])
}, 60_000)
