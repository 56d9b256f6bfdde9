import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../src/jobs/job.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import { expected, newEntity, type Named } from '../support/maker.ts'
import { isMain, openFaultGround, report, untilQuiet, type FaultGround, type Findings } from './ground.ts'

/**
 * Every record of a table is changed by one job, while the server is killed (-9) three times and others edit some of the
 * records. Each record must have been changed exactly once, with one event and one audit row. Then one undo, killed once,
 * gives everything back; and a second change, which is cancelled and killed while it is taken back, leaves nothing behind.
 * The naive twin remembers nothing and begins anew.
 * node test/faults/bulkChange.ts [records]
 */
const patience = 3_600_000
const edits = 20
let counter = 0

type Trial = { readonly ground: FaultGround; readonly table: Named; readonly records: number }
/** The speed and memory that the polls of a job saw. */
type Measures = { records: number; milliseconds: number; peak: number }

/** Changes all records of a new table through three kills, and takes it back through one. */
export async function changeThroughKills(ground: FaultGround, records: number): Promise<Findings> {
  const trial = { ground, table: await fillTable(ground, records), records }
  await forgetPeak(ground.server().pid)
  const [changing, undoing, cancelling] = [noMeasures(), noMeasures(), noMeasures()]
  const jobId = await startChange(trial, 'Ogre')
  await killAt(trial, jobId, 0, changing)
  const edited = await editOthers(trial, jobId)
  await killAt(trial, jobId, 0.3, changing)
  await killAt(trial, jobId, 0.7, changing)
  const changed = await followJob(trial, jobId, changing)
  const once = await lookAtChange(trial, changed, edited)
  if (changed.state !== 'succeeded') return { Records: records, ...once }
  const undoId = await startUndo(trial, jobId)
  await killAt(trial, undoId, 0.5, undoing)
  const undone = await followJob(trial, undoId, undoing)
  const back = await lookAtUndo(trial, undone, edited)
  const cancelled = await cancelThroughKill(trial, cancelling)
  const all = [changing, undoing, cancelling]
  return {
    Records: records,
    'Changes a second': rate(changing),
    'Undos a second': rate(undoing),
    'Peak memory in MB': Math.max(...all.map(({ peak }) => peak)),
    ...once,
    ...back,
    ...cancelled,
  }
}

/** The naive twin goes through the table in batches, dies half-way and begins anew. */
export async function changeNaively(ground: FaultGround, records: number): Promise<Findings> {
  const trial = { ground, table: await fillTable(ground, records), records }
  const name = nameOf(trial)
  for (const share of [0.5, 1]) {
    await ground.database.execute({
      text: `update ${name} set city = 'Ogre', version = version + 1 where substr(name, 7)::int <= ${records * share}`,
    })
  }
  const text = `select count(*)::int as count from ${name} where version <> 2`
  return { Records: records, 'records that were not changed exactly once': await countOf(ground.database, text) }
}

/** A change that is cancelled after a fifth, and killed while what it did is taken back. */
async function cancelThroughKill(trial: Trial, measures: Measures): Promise<Findings> {
  const { maker, place, database } = trial.ground
  const jobId = await startChange(trial, 'Nowhere')
  await until(trial, jobId, (seen) => seen.after >= trial.records / 5 || seen.isEnded, measures)
  await maker.send('POST', `/api/job/v1/${place.id}/${jobId}/cancel`)
  await until(trial, jobId, (seen) => seen.isRollingBack || seen.isEnded, measures)
  await killServer(trial, measures)
  const job = await followJob(trial, jobId, measures)
  const text = `select count(*)::int as count from ${nameOf(trial)} where city = 'Nowhere'`
  return {
    'cancelled jobs that did not end as such': job.state === 'cancelled' ? 0 : 1,
    'records that a cancelled change left changed': await countOf(database, text),
  }
}

async function fillTable(ground: FaultGround, records: number): Promise<Named> {
  const { maker, place, database } = ground
  const table = await newEntity(maker, place, `bulk${++counter}x`, [
    { name: 'City', uri: 'city', type: 'text' },
    { name: 'Units', uri: 'units', type: 'number' },
  ])
  const owner = `(select id from "${place.schema}"._principal limit 1)`
  const slice = 20_000
  for (let from = 1; from <= records; from += slice) {
    await database.execute({
      text: `insert into "${place.schema}"."${table.uri}"
        (id, name, city, units, created_on, created_by_id, updated_on, updated_by_id, owner_id, owning_unit_id)
        select gen_random_uuid(), 'Order ' || n, 'City ' || n % 100, n, now(), ${owner}, now(), ${owner}, ${owner}, ${owner}
        from generate_series(${from}, ${Math.min(records, from + slice - 1)}) n`,
    })
  }
  await database.execute({ text: `analyze "${place.schema}"."${table.uri}"` })
  return table
}

async function startChange({ ground: { maker, place }, table }: Trial, city: string): Promise<string> {
  const draft = { action: 'change', records: { query: '$filter=units ge 0', except: [] }, values: { city } }
  return jobOf(await expected(202, maker.send('POST', `/api/bulk/v1/${place.id}/${table.id}`, draft)))
}

async function startUndo({ ground: { maker, place } }: Trial, id: string): Promise<string> {
  return jobOf(await expected(202, maker.send('POST', `/api/cause/v1/${place.id}/undo`, { id, kind: 'bulk' })))
}

const jobOf = (answer: { json<Body>(): Body }) => answer.json<{ job_id: string }>().job_id

/** Others change records of which the job has made its list by now; answers their ids. */
async function editOthers(trial: Trial, jobId: string): Promise<readonly string[]> {
  const { maker, place, database } = trial.ground
  await until(trial, jobId, (seen) => seen.isListed || seen.isEnded, noMeasures())
  const last = await database.query<{ id: string }>({
    text: `select record_id as id from "${place.schema}"._work where job_id = $1 order by no desc limit ${edits}`,
    values: [jobId],
  })
  const path = `/api/odata/v1/${place.id}/${trial.table.uri}`
  await Promise.all(last.map(({ id }) => expected(200, maker.send('PATCH', `${path}(${id})`, { units: '-1' }))))
  return last.map(({ id }) => id)
}

type Seen = {
  readonly after: number
  readonly isListed: boolean
  readonly isRunning: boolean
  readonly isRollingBack: boolean
  readonly isEnded: boolean
}

/** Looks at a job's row until it is as wanted, and notes speed and memory meanwhile. */
async function until({ ground }: Trial, id: string, is: (seen: Seen) => boolean, measures: Measures): Promise<void> {
  const { place, database } = ground
  let from: number | undefined
  let former: { at: number; after: number } | undefined
  for (const start = performance.now(); performance.now() - start < patience; await pause(4)) {
    const [row] = await database.query<{ state: string; memory: { total?: number; after?: string; back?: string } }>({
      text: `select state, memory from "${place.schema}"._job where id = $1`,
      values: [id],
    })
    const { memory = {}, state = '' } = row ?? {}
    const after = Number(memory.after ?? 0)
    const now = performance.now()
    // From the first step that is seen on: what comes before is the start and the list.
    if (from === undefined || after === from) from ??= after
    else if (former) {
      measures.records += after - former.after
      measures.milliseconds += now - former.at
      former = { at: now, after }
    } else former = { at: now, after }
    const seen = {
      after,
      isListed: memory.total !== undefined,
      isRunning: state === 'running',
      isRollingBack: memory.back !== undefined,
      isEnded: !['queued', 'running'].includes(state),
    }
    if (is(seen)) return
  }
  throw new Error('the job does not come so far')
}

/** Kills the server when the job has come so far, at the latest when it ends; at 0, as soon as it runs. */
async function killAt(trial: Trial, jobId: string, share: number, measures: Measures): Promise<void> {
  const isThere = (seen: Seen) =>
    seen.isEnded || (share === 0 ? seen.isRunning : seen.after >= share * trial.records)
  await until(trial, jobId, isThere, measures)
  await killServer(trial, measures)
}

async function killServer({ ground }: Trial, measures: Measures): Promise<void> {
  measures.peak = Math.max(measures.peak, await peakOf(ground.server().pid))
  await ground.server().end('SIGKILL')
  await untilQuiet(ground.database)
  await ground.restart()
  await forgetPeak(ground.server().pid)
}

async function followJob(trial: Trial, id: string, measures: Measures): Promise<Job> {
  const { maker, place, server } = trial.ground
  await until(trial, id, ({ isEnded }) => isEnded, measures)
  measures.peak = Math.max(measures.peak, await peakOf(server().pid))
  return (await maker.send('GET', `/api/job/v1/${place.id}/${id}`)).json<Job>()
}

/** The largest resident memory of a process so far, in MB; 0 where the system does not tell. */
async function peakOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024)
}

/** Begins the largest resident memory of a process anew: its start may have taken more than its work. */
async function forgetPeak(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/clear_refs`, '5').catch(() => undefined)
}

async function lookAtChange(trial: Trial, job: Job, edited: readonly string[]): Promise<Findings> {
  const { place } = trial.ground
  const found = await countsOf(trial, [job.id, edited], {
    odd: `e.own <> 1 and not (e.own = 0 and t.id = any($2::uuid[]))`,
    left: `e.own = 0 and t.id = any($2::uuid[])`,
    unchanged: `e.own = 1 and t.city is distinct from 'Ogre'`,
    unsaid: `t.version <> 1 + e.all_events`,
    lost: `t.id = any($2::uuid[]) and t.units <> -1`,
  })
  const audits = `select count(*)::int as count from "${place.schema}"._audit where cause->>'id' = '${job.id}'`
  const { refused } = (job.result ?? { refused: -1 }) as { refused: number }
  return {
    Edited: edited.length,
    'changes that did not end well': job.state === 'succeeded' ? 0 : 1,
    'records that were not changed exactly once': found.odd + found.unchanged,
    'records refused without a reason': Math.abs(refused - found.left),
    'records without exactly one event a version': found.unsaid,
    'audit rows that are missing or too many': Math.abs(
      (await countOf(trial.ground.database, audits)) - (trial.records - found.left),
    ),
    'edits of others that are lost': found.lost,
  }
}

async function lookAtUndo(trial: Trial, job: Job, edited: readonly string[]): Promise<Findings> {
  const found = await countsOf(trial, [job.id, edited], {
    changed: `t.city is distinct from 'City ' || substr(t.name, 7)::int % 100`,
    twice: `e.own > 1`,
    unsaid: `t.version <> 1 + e.all_events`,
    lost: `t.id = any($2::uuid[]) and t.units <> -1`,
  })
  return {
    'undos that did not end well': job.state === 'succeeded' && job.result?.['refused'] === 0 ? 0 : 1,
    'records that an undo did not give back': found.changed,
    'records that an undo changed twice': found.twice,
    'records without one event a version after an undo': found.unsaid,
    'edits of others that an undo lost': found.lost,
  }
}

/** Counts records by conditions on the record `t` and its events `e`: those of the job, and all of them. */
async function countsOf<Name extends string>(
  trial: Trial,
  values: readonly unknown[],
  conditions: Readonly<Record<Name, string>>,
): Promise<Readonly<Record<Name, number>>> {
  const { database, place } = trial.ground
  const columns = Object.entries(conditions).map(([name, each]) => `count(*) filter (where ${String(each)})::int as ${name}`)
  const [row] = await database.transaction(async (transaction) => {
    await transaction.allow(patience)
    return transaction.query<Record<Name, number>>({
      text: `select ${columns.join(', ')} from ${nameOf(trial)} t
        join (select record.id, count(event.seq) as all_events, count(event.seq) filter (where event.cause->>'id' = $1) as own
          from ${nameOf(trial)} record left join "${place.schema}"._event event on event.record_id = record.id group by 1) e
        on e.id = t.id where $2::uuid[] is not null`,
      values,
    })
  })
  if (!row) throw new Error('no counts')
  return row
}

async function countOf(database: Database, text: string): Promise<number> {
  const [row] = await database.query<{ count: number }>({ text })
  return row?.count ?? 0
}

const nameOf = ({ ground, table }: Trial) => `"${ground.place.schema}"."${table.uri}"`
const noMeasures = (): Measures => ({ records: 0, milliseconds: 0, peak: 0 })
const rate = ({ records, milliseconds }: Measures) => Math.round((records / Math.max(1, milliseconds)) * 1000)

if (isMain(import.meta.url)) {
  const records = Number(process.argv[2] ?? 1_000_000)
  const ground = await openFaultGround()
  try {
    const ours = await changeThroughKills(ground, records)
    report('kill -9 while many records are changed', ours, await changeNaively(ground, Math.min(records, 10_000)))
  } finally {
    await ground.stop()
  }
}
