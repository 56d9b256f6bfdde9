import type { Job } from '../../src/jobs/job.ts'
import type { Database } from '../../src/platform/server/database/database.ts'
import type { Named } from '../support/maker.ts'
import type { FaultGround, Findings } from './ground.ts'

/** A table whose records are changed by jobs. */
export type BulkTrial = { readonly ground: FaultGround; readonly table: Named; readonly records: number }

/** How long a count over all records may take, in milliseconds. */
const patience = 600_000

/** What is wrong with a change of all records, of which others edited some while it ran. */
export async function lookAtChange(trial: BulkTrial, job: Job, edited: readonly string[]): Promise<Findings> {
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

/** What is wrong with the undo of such a change. */
export async function lookAtUndo(trial: BulkTrial, job: Job, edited: readonly string[]): Promise<Findings> {
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
  trial: BulkTrial,
  values: readonly unknown[],
  conditions: Readonly<Record<Name, string>>,
): Promise<Readonly<Record<Name, number>>> {
  const { database, place } = trial.ground
  const columns = Object.entries(conditions).map(
    ([name, each]) => `count(*) filter (where ${String(each)})::int as ${name}`,
  )
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

export async function countOf(database: Database, text: string): Promise<number> {
  const [row] = await database.transaction(async (transaction) => {
    await transaction.allow(patience)
    return transaction.query<{ count: number }>({ text })
  })
  return row?.count ?? 0
}

export const nameOf = ({ ground, table }: BulkTrial) => `"${ground.place.schema}"."${table.uri}"`
