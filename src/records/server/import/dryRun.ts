import { fault } from '#faults/fault.ts'
import { translateFor } from '#language/server/texts.ts'
import type { TextKey } from '#language/translate.ts'
import type { ColumnGuess } from '#records/import/guess.ts'
import { rowReader } from '#records/import/rowReader.ts'
import type { DryRun, ImportPlan, RejectedRow } from '#records/import/settings.ts'
import { planTarget } from '#records/import/target.ts'
import { batchesOf, type RejectedCells } from '#records/server/import/batches.ts'
import type { ImportActor, ImportDeps } from '#records/server/import/deps.ts'
import { fileOf } from '#records/server/import/file.ts'
import { visibleImport } from '#records/server/import/imports.ts'
import { createLookups } from '#records/server/import/lookups.ts'
import { createUniqueness } from '#records/server/import/unique.ts'
import type { Executor } from '#platform/server/database/database.ts'

const shown = 20

/** A dry run of a large file holds a connection and a share of the processor for long; others have to get on meanwhile. */
const mostAtOnce = 3
let running = 0

/** Reads the whole file as the import would, writes nothing, and tells how many rows hold and the first 20 that do not. */
export async function dryRun(
  actor: ImportActor,
  deps: ImportDeps,
  id: string,
  { settings, target }: Pick<ImportPlan, 'settings' | 'target'>,
): Promise<DryRun> {
  const { database, environment, newId } = actor
  const row = await visibleImport(actor, id)
  const planned = planTarget(await deps.readModel(actor), target, { entity: newId(), newId })
  const reader = rowReader(planned.entity, target.columns, row.guess.columns.length)
  const lookups = createLookups(environment.schema, planned.model, reader.fields, actor.member)
  const table = planned.creates ? null : planned.entity.uri
  const uniqueness = createUniqueness(environment.schema, table, reader.fields, false)
  const needsDatabase = reader.fields.some(({ field, lookup }) => lookup !== null || field.unique)
  const file = fileOf(deps.folder, environment.id, id)
  const answer = { rows: 0, valid: 0, rejected: 0 }
  const first: RejectedRow[] = []

  if (running >= mostAtOnce) throw fault('request.tooMany', { seconds: 10 })
  running++
  try {
    // Nothing is written: the transaction holds the temporary table of unique values.
    if (needsDatabase) await database.transaction(check)
    else await check(database)
  } finally {
    running--
  }
  return { ...answer, first }

  async function check(executor: Executor): Promise<void> {
    for await (const read of batchesOf(file, settings, reader)) {
      const found = await uniqueness.find(executor, await lookups.find(executor, read))
      answer.rows += found.rows.length + found.rejected.length
      answer.valid += found.rows.length
      answer.rejected += found.rejected.length
      for (const each of found.rejected)
        if (first.length < shown) first.push(toRejected(each, row.guess.columns, actor))
    }
  }
}

function toRejected(rejected: RejectedCells, columns: readonly ColumnGuess[], actor: ImportActor): RejectedRow {
  const { row, column, cell, problem } = rejected
  const translate = translateFor(actor.locale)
  const header = column === null ? undefined : columns[column]
  return {
    row,
    column,
    header: header ? header.header || header.name : null,
    cell: cell === null ? null : cell.slice(0, 200),
    code: problem.code,
    message: problem.message ?? translate(`fault.${problem.code}` as TextKey, problem.parameters),
  }
}
