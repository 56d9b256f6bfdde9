import { readFile, writeFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Job } from '../../src/jobs/job.ts'
import { expected, newEntity, type Named } from '../support/maker.ts'
import { countOf, lookAtChange, lookAtUndo, nameOf, type BulkTrial } from './bulkCounts.ts'
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

/** The speed and memory that the polls of a job saw. */
type Measures = { records: number; milliseconds: number; peak: number }

/** At which shares of the records the server is killed, at 0 as soon as the job runs; and how often in a roll-back. */
type Kills = {
  readonly changing: readonly number[]
  readonly undoing: readonly number[]
  readonly takingBack: number
}
const longForm: Kills = { changing: [0, 0.3, 0.7], undoing: [0.5], takingBack: 1 }
export const shortForm: Kills = { changing: [0, 0.5], undoing: [], takingBack: 0 }

/** Changes all records of a new table, takes that back and cancels another change, each through kills; `tell` hears of each part. */
export async function changeThroughKills(
  ground: FaultGround,
  records: number,
  kills: Kills = longForm,
  tell: (part: Findings) => void = () => undefined,
): Promise<Findings> {
  const trial = { ground, table: await fillTable(ground, records), records }
  await keepSignedIn(ground)
  await forgetPeak(ground.server().pid)
  const before = await peakOf(ground.server().pid)
  const [changing, undoing, cancelling] = [noMeasures(), noMeasures(), noMeasures()]
  const jobId = await startChange(trial, 'Ogre')
  const [first, ...further] = kills.changing
  if (first !== undefined) await killAt(trial, jobId, first, changing)
  const edited = await editOthers(trial, jobId)
  for (const share of further) await killAt(trial, jobId, share, changing)
  const changed = await followJob(trial, jobId, changing)
  const once = await lookAtChange(trial, changed, edited)
  tell({ ...measured(changing, 'Changes a second'), ...once })
  if (changed.state !== 'succeeded') return { Records: records, ...once }
  const undoId = await startUndo(trial, jobId)
  for (const share of kills.undoing) await killAt(trial, undoId, share, undoing)
  const undone = await followJob(trial, undoId, undoing)
  const back = await lookAtUndo(trial, undone, edited)
  tell({ ...measured(undoing, 'Undos a second'), ...back })
  const cancelled = await cancelThroughKill(trial, kills.takingBack, cancelling)
  const peak = Math.max(changing.peak, undoing.peak, cancelling.peak)
  return {
    Records: records,
    ...measured(changing, 'Changes a second'),
    ...measured(undoing, 'Undos a second'),
    'Memory before in MB': before,
    'Peak memory in MB': peak,
    ...once,
    ...back,
    ...cancelled,
  }
}

/** The naive twin goes through the table in batches, dies half-way and begins anew. */
export async function changeManyNaively(ground: FaultGround, records: number): Promise<Findings> {
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
async function cancelThroughKill(trial: BulkTrial, kills: Kills['takingBack'], measures: Measures): Promise<Findings> {
  const { maker, place, database } = trial.ground
  const jobId = await startChange(trial, 'Nowhere')
  await until(trial, jobId, (seen) => seen.after >= trial.records / 5 || seen.isEnded, measures)
  // Some records that it has not come to are held, so that it is still at work when it learns of the cancelling.
  await database.transaction(async (holding) => {
    const ahead = `select id from ${nameOf(trial)} where city <> 'Nowhere' limit 5 for update skip locked`
    await holding.execute({ text: ahead })
    await maker.send('POST', `/api/job/v1/${place.id}/${jobId}/cancel`)
    await untilAlive(trial, jobId, 2)
  })
  await until(trial, jobId, (seen) => seen.isRollingBack || seen.isEnded, measures)
  for (let left = kills; left > 0; left--) await killServer(trial, measures)
  const job = await followJob(trial, jobId, measures)
  const text = `select count(*)::int as count from ${nameOf(trial)} where city = 'Nowhere'`
  return {
    'cancelled jobs that did not end as such': job.state === 'cancelled' ? 0 : 1,
    'records that a cancelled change left changed': await countOf(database, text),
  }
}

/** Waits for signs of life of a job that runs: each one tells its process whether it was cancelled. */
async function untilAlive({ ground: { place, database } }: BulkTrial, id: string, signs: number): Promise<void> {
  const leases = new Set<string>()
  while (leases.size <= signs) {
    const text = `select lease_until::text as lease from "${place.schema}"._job where id = $1 and state = 'running'`
    const [row] = await database.query<{ lease: string }>({ text, values: [id] })
    if (!row) return
    leases.add(row.lease)
    await pause(20)
  }
}

/** A million records may take longer than a token lives. */
async function keepSignedIn({ database }: FaultGround): Promise<void> {
  await database.execute({ text: `update lintel.token set expires_on = now() + interval '1 day'` })
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

async function startChange({ ground: { maker, place }, table }: BulkTrial, city: string): Promise<string> {
  const draft = { action: 'change', records: { query: '$filter=units ge 0', except: [] }, values: { city } }
  return jobOf(await expected(202, maker.send('POST', `/api/bulk/v1/${place.id}/${table.id}`, draft)))
}

async function startUndo({ ground: { maker, place } }: BulkTrial, id: string): Promise<string> {
  return jobOf(await expected(202, maker.send('POST', `/api/cause/v1/${place.id}/undo`, { id, kind: 'bulk' })))
}

const jobOf = (answer: { json<Body>(): Body }) => answer.json<{ job_id: string }>().job_id

/** Others change records of which the job has made its list by now; answers their ids. */
async function editOthers(trial: BulkTrial, jobId: string): Promise<readonly string[]> {
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
async function until(
  { ground }: BulkTrial,
  id: string,
  is: (seen: Seen) => boolean,
  measures: Measures,
): Promise<void> {
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
async function killAt(trial: BulkTrial, jobId: string, share: number, measures: Measures): Promise<void> {
  const isThere = (seen: Seen) => seen.isEnded || (share === 0 ? seen.isRunning : seen.after >= share * trial.records)
  await until(trial, jobId, isThere, measures)
  await killServer(trial, measures)
}

async function killServer({ ground }: BulkTrial, measures: Measures): Promise<void> {
  measures.peak = Math.max(measures.peak, await peakOf(ground.server().pid))
  await ground.server().end('SIGKILL')
  await untilQuiet(ground.database)
  await ground.restart()
  await forgetPeak(ground.server().pid)
}

async function followJob(trial: BulkTrial, id: string, measures: Measures): Promise<Job> {
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

const noMeasures = (): Measures => ({ records: 0, milliseconds: 0, peak: 0 })
const measured = ({ records, milliseconds, peak }: Measures, name: string): Findings => ({
  [name]: Math.round((records / Math.max(1, milliseconds)) * 1000),
  'Peak memory in MB': peak,
})

if (isMain(import.meta.url)) {
  const records = Number(process.argv[2] ?? 1_000_000)
  const ground = await openFaultGround()
  try {
    const ours = await changeThroughKills(ground, records, longForm, (part) => console.log(JSON.stringify(part)))
    report('kill -9 while many records are changed', ours, await changeManyNaively(ground, Math.min(records, 10_000)))
  } finally {
    await ground.stop()
  }
}
