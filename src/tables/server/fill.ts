import { setTimeout as pause } from 'node:timers/promises'
import { columnOf } from '#attributes/attribute.ts'
import { lockDefinitions } from '#changes/server/changes.ts'
import { fault } from '#faults/fault.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Database } from '#platform/server/database/database.ts'
import { violationOf } from '#platform/server/database/errors.ts'
import { conversionOf } from '#tables/conversion/conversion.ts'
import {
  addTarget,
  comingUniqueName,
  dropTrigger,
  fillRows,
  makeTrigger,
  targetColumn,
} from '#tables/conversion/statements.ts'
import type { LongStep } from '#tables/longSteps.ts'
import type { ConvertColumn, TableStatement } from '#tables/step.ts'

export type FillTools = {
  readonly database: Database
  /** The environment's own database role, under which records are read and written; definitions need more. */
  readonly role: string | null
  /** A pool without a statement timeout. */
  readonly online: Database
  readonly schema: string
  readonly signal: AbortSignal
}

/** Rows per batch: writers of these rows wait until the batch ends. */
const smallest = 200
const largest = 5000
/** Target duration of a batch, in milliseconds. */
const blink = 40

/** Refuses a change with loss of values before any work starts, unless the loss is accepted. */
export async function refuseLoss(step: ConvertColumn, { online, role, schema }: FillTools): Promise<void> {
  if (step.mayLose || step.back) return
  const { loss } = conversionOf(step.was, step.is, ident(columnOf(step.was)))
  const text = `select 1 from ${qualified(schema, step.table)} where ${loss} is not null limit 1`
  if ((await online.under(role).query({ text })).length > 0) throw fault('attribute.lossy')
}

/** Adds the new column, and the trigger through which every writer fills the column from now on. Idempotent. */
export async function beginFill(step: ConvertColumn, tools: FillTools): Promise<void> {
  await inTurn(tools, [...addTarget(tools.schema, step), ...makeTrigger(tools.schema, step)])
}

type FillNotes = {
  progress(done: number, total: number): void
  remember(last: string): Promise<void>
}

/**
 * Fills the column for rows older than the trigger, ordered by id, starting after `from`. No batch waits for a lock, or
 * holds one, longer than its target duration.
 */
export async function fillColumn(
  step: ConvertColumn,
  { database, role, schema, signal }: FillTools,
  from: string | undefined,
  notes: FillNotes,
): Promise<void> {
  const records = database.under(role)
  const total = await countOf(records, schema, step.table)
  let [last, size, done, noted] = [from, smallest, 0, performance.now()]
  for (;;) {
    signal.throwIfAborted()
    const start = performance.now()
    const batch = await fillBatch(records, { schema, step, last, size })
    const took = performance.now() - start
    if (batch === 'busy') {
      size = Math.max(smallest, Math.floor(size / 2))
      await pause(20, undefined, { signal })
      continue
    }
    if (!batch.last) return
    last = batch.last
    done += batch.rows
    notes.progress(Math.min(done, total), total)
    if (performance.now() - noted > 1000) {
      await notes.remember(last)
      noted = performance.now()
    }
    size = Math.round(Math.min(largest, Math.max(smallest, size * Math.min(2, blink / Math.max(took, 1)))))
    // Leaves capacity to interactive work.
    await pause(took / 2)
  }
}

/**
 * Creates the unique index on the current or new column, concurrently with reads and writes. Recreates an index that a
 * crash left invalid.
 */
export async function buildUnique(step: LongStep, { online, schema }: FillTools): Promise<void> {
  const name = comingUniqueName(step.kind === 'convertColumn' ? step.is.id : step.attributeId)
  const column = step.kind === 'convertColumn' ? targetColumn(step) : step.column
  const drop = `drop index concurrently if exists ${qualified(schema, name)}`
  await online.execute({ text: drop })
  try {
    await online.execute({
      text: `create unique index concurrently ${ident(name)} on ${qualified(schema, step.table)} (${ident(column)})`,
    })
  } catch (error) {
    const kind = violationOf(error)?.kind
    // Two index builds on one table can deadlock: one of them is retried.
    if (kind === 'serialization' || kind === 'lock') throw fault('server.unavailable')
    await online.execute({ text: drop })
    throw kind === 'unique' ? fault('attribute.duplicates') : error
  }
}

/** Undoes the preparation. Idempotent. */
export async function endFill(step: LongStep, tools: FillTools): Promise<void> {
  const { schema, online } = tools
  const id = step.kind === 'convertColumn' ? step.is.id : step.attributeId
  await online.execute({ text: `drop index concurrently if exists ${qualified(schema, comingUniqueName(id))}` })
  if (step.kind !== 'convertColumn') return
  const table = qualified(schema, step.table)
  // A column that was to be restored is kept.
  const column = step.back ? [] : [{ text: `alter table ${table} drop column if exists ${ident(targetColumn(step))}` }]
  await inTurn(tools, [...dropTrigger(schema, step), ...column])
}

async function inTurn({ database }: FillTools, statements: readonly TableStatement[]): Promise<void> {
  await lockDefinitions(database, async (transaction) => {
    await transaction.execute({ text: `set local lock_timeout = '50ms'` })
    for (const { text } of statements) await transaction.execute({ text })
  })
}

// The rows of a batch are found by their ids, however little the planner knows of a table that is being rewritten.
const batchSettings = `select set_config('lock_timeout', '50ms', true), set_config('enable_seqscan', 'off', true),
  set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)`

type Batch = { readonly last: string | null; readonly rows: number }
type BatchOf = {
  readonly schema: string
  readonly step: ConvertColumn
  readonly last: string | undefined
  readonly size: number
}

async function fillBatch(database: Database, { schema, step, last, size }: BatchOf): Promise<Batch | 'busy'> {
  const rows = qualified(schema, step.table)
  const after = last === undefined ? '' : 'where id > $1'
  const text = `with batch as materialized (select id from ${rows} ${after} order by id limit ${size}),
    written as (${fillRows(schema, step, ' and id in (select id from batch)')} returning 1)
    select (select id from batch order by id desc limit 1) as last, (select count(*)::int from batch) as rows,
      (select count(*) from written) as written`
  try {
    const [batch] = await database.transaction(async (transaction) => {
      await transaction.query({ text: batchSettings })
      return transaction.query<Batch>({ text, values: last === undefined ? [] : [last] })
    })
    return batch ?? { last: null, rows: 0 }
  } catch (error) {
    const kind = violationOf(error)?.kind
    if (kind === 'lock' || kind === 'serialization') return 'busy'
    throw error
  }
}

async function countOf(database: Database, schema: string, table: string): Promise<number> {
  const [row] = await database.query<{ rows: string }>({
    text: `select greatest(reltuples, 0)::bigint as rows from pg_class where oid = $1::regclass`,
    values: [qualified(schema, table)],
  })
  return Number(row?.rows ?? 0)
}
