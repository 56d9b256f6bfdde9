import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../src/jobs/job.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { discrepancies } from '../../src/tables/server/verify.ts'
import { expected, newEntity, type Named } from '../support/maker.ts'
import { add, runAsScript, untilQuiet, type FaultGround, type Findings } from './ground.ts'

/**
 * The server is killed (-9) while a large table's attribute becomes a number, beside people who add records. After the next
 * start the job goes on to its end: every value is converted or every value is as it was, acknowledged records are there,
 * and nothing of the fill is left. The naive twin makes the same statements one after the other and remembers none.
 * node test/faults/conversions.ts [rounds]
 */
const rows = 30_000
const patience = 120_000
let counter = 0

/** Kills our server once, after this time in milliseconds, starts it again and looks. */
export async function killDuringConversion(ground: FaultGround, after: number): Promise<Findings> {
  const { maker, place, database } = ground
  const table = await fillTable(ground)
  const path = `/api/odata/v1/${place.id}/${table.uri}`
  let acknowledged = 0
  const ending = new AbortController()
  const add = async () => {
    while (!ending.signal.aborted) {
      const made = await maker.send('POST', path, { name: 'Ours', amount: '5' })
      if (made.status === 201) acknowledged++
    }
  }
  const operation = { kind: 'attribute.update', id: await amountOf(ground, table), type: 'number', accept_loss: true }
  const begun = await expected(
    202,
    maker.send('POST', `/api/metadata/change/v1/${place.id}`, { operations: [operation] }),
  )
  const { job_id: jobId } = begun.json<{ job_id: string }>()
  const work = [add(), add()].map((each) => each.catch((error: unknown) => error))
  await pause(after)
  await ground.server().end('SIGKILL')
  ending.abort()
  await Promise.all(work)
  await untilQuiet(database)
  await ground.restart()
  const job = await ended(ground, jobId)
  return { Conversions: 1, Added: acknowledged, ...(await look(ground, table, { job, acknowledged })) }
}

/**
 * The same while a large table's attribute becomes unique: afterwards its index is there, valid and refuses equal values, and
 * none that a kill left half-made is.
 */
export async function killDuringUnique(ground: FaultGround, after: number): Promise<Findings> {
  const { maker, place, database } = ground
  const table = await fillTable(ground)
  const name = `"${place.schema}"."${table.uri}"`
  await database.execute({ text: `update ${name} set amount = name` })
  const operation = { kind: 'attribute.update', id: await amountOf(ground, table), unique: true }
  const begun = await expected(
    202,
    maker.send('POST', `/api/metadata/change/v1/${place.id}`, { operations: [operation] }),
  )
  await pause(after)
  await ground.server().end('SIGKILL')
  await untilQuiet(database)
  await ground.restart()
  const job = await ended(ground, begun.json<{ job_id: string }>().job_id)
  const path = `/api/odata/v1/${place.id}/${table.uri}`
  const twin = await maker.send('POST', path, { name: 'Twin', amount: 'Order 7' })
  const found = await indexesOf(database, name)
  return {
    Uniques: 1,
    Succeeded: job.state === 'succeeded' ? 1 : 0,
    'jobs that did not end well': job.state === 'succeeded' ? 0 : 1,
    'equal values that are let in': twin.status === 201 ? 1 : 0,
    'unique indexes that are missing': Math.max(0, 1 - found.unique),
    'indexes that are invalid': found.invalid,
  }
}

/** Other indexes may be made behind the start just now, and are not valid yet. */
async function indexesOf(database: Database, name: string): Promise<{ unique: number; invalid: number }> {
  for (const start = Date.now(); ; await pause(200)) {
    const [found] = await database.query<{ unique: number; invalid: number }>({
      text: `select count(*) filter (where indisvalid and indisunique and not indisprimary)::int as unique,
        count(*) filter (where not indisvalid)::int as invalid from pg_index where indrelid = '${name}'::regclass`,
    })
    if (found && (found.invalid === 0 || Date.now() - start > 30_000)) return found
  }
}

/** The naive twin, which dies between two of its statements. */
export async function killNaiveConversion(ground: FaultGround): Promise<Findings> {
  const table = await fillTable(ground)
  const name = `"${ground.place.schema}"."${table.uri}"`
  await ground.database.execute({ text: `alter table ${name} add column _filling_naive bigint` })
  await ground.database.execute({
    text: `update ${name} set _filling_naive = amount::bigint where amount ~ '^[0-9]+$' and name < 'Order 2'`,
  })
  return { Conversions: 1, 'columns and triggers that are left': await leftovers(ground.database, name) }
}

async function fillTable(ground: FaultGround): Promise<Named> {
  const { maker, place, database } = ground
  const amount = { name: 'Amount', uri: 'amount', type: 'text' }
  const table = await newEntity(maker, place, `conv${++counter}x`, [amount])
  const owner = `(select id from "${place.schema}"._principal limit 1)`
  await database.execute({
    text: `insert into "${place.schema}"."${table.uri}"
      (id, name, amount, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id)
      select gen_random_uuid(), 'Order ' || n, case when n % 100 = 0 then 'many' else n::text end,
        now(), ${owner}, now(), ${owner}, ${owner}, ${owner} from generate_series(1, ${rows}) n`,
  })
  await database.execute({ text: `analyze "${place.schema}"."${table.uri}"` })
  return table
}

async function amountOf({ maker, place }: FaultGround, { id }: Named): Promise<string> {
  const answer = await maker.send('GET', `/api/metadata/attribute/v1/${place.id}/${id}`)
  const { value } = answer.json<{ value: { id: string; uri: string }[] }>()
  return value.find(({ uri }) => uri === 'amount')?.id ?? ''
}

async function ended({ maker, place }: FaultGround, id: string): Promise<Job> {
  for (const start = Date.now(); Date.now() - start < patience; await pause(200)) {
    const job = (await maker.send('GET', `/api/job/v1/${place.id}/${id}`)).json<Job>()
    if (job.ended_on) return job
  }
  throw new Error('the job does not end')
}

async function look(
  { place, database }: FaultGround,
  { uri }: Named,
  { job, acknowledged }: { readonly job: Job; readonly acknowledged: number },
): Promise<Findings> {
  const name = `"${place.schema}"."${uri}"`
  const [found] = await database.query<{ type: string; whole: number; lost: number; ours: number }>({
    text: `select (select data_type from information_schema.columns where table_schema = '${place.schema}'
        and table_name = '${uri}' and column_name = 'amount') as type,
      count(*) filter (where name like 'Order %' and amount::text = substr(name, 7))::int as whole,
      count(*) filter (where name like 'Order %' and amount is null)::int as lost,
      count(*) filter (where name = 'Ours' and amount::text = '5')::int as ours from ${name}`,
  })
  const isNumber = found?.type === 'bigint'
  const odd = rows / 100
  const problems = (await discrepancies(database, place.schema)).filter((line) => !line.startsWith('version '))
  return {
    Succeeded: job.state === 'succeeded' ? 1 : 0,
    'types that are not what the job says': isNumber === (job.state === 'succeeded') ? 0 : 1,
    'values that are neither as before nor converted': Math.abs((found?.whole ?? 0) - (rows - odd)),
    'values lost that are not told': Math.abs((found?.lost ?? 0) - (isNumber ? odd : 0)),
    'acknowledged records that are lost': Math.max(0, acknowledged - (found?.ours ?? 0)),
    'columns and triggers that are left': await leftovers(database, name),
    'discrepancies of metadata and catalog': problems.length,
  }
}

async function leftovers(database: Database, name: string): Promise<number> {
  const [row] = await database.query<{ count: number }>({
    text: `select (select count(*) from pg_attribute where attrelid = '${name}'::regclass and attname like '\\_filling%'
        and not attisdropped)::int + (select count(*) from pg_trigger where tgrelid = '${name}'::regclass
        and tgname like '\\_fill\\_%')::int as count`,
  })
  return row?.count ?? 0
}

await runAsScript({ url: import.meta.url, title: 'kill -9 while a type changes', rounds: 6 }, async (ground) => ({
  ours: add(
    await killDuringConversion(ground, 100 + Math.random() * 2500),
    await killDuringUnique(ground, Math.random() * 400),
  ),
  naive: await killNaiveConversion(ground),
}))
