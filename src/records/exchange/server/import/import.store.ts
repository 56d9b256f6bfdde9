import type { FileGuess } from '#records/exchange/import/guess.ts'
import type { Import, ImportFormat, ImportState } from '#records/exchange/import/settings.ts'
import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** A row of `_import`. */
export type ImportRow = {
  readonly id: string
  readonly file: string
  readonly size: string
  readonly format: ImportFormat
  readonly state: ImportState
  readonly guess: FileGuess
  readonly by_id: string
  readonly created_on: Date
  readonly job_id: string | null
  readonly undo_job_id: string | null
  readonly entity_id: string | null
  /** The change set that made the entity or its new attributes. */
  readonly change_id: string | null
  /** Whether that change set made the entity. */
  readonly creates: boolean
  readonly rows: string
  /** The sheets of a workbook of several, and the place of the one that is read. */
  readonly sheets: readonly string[]
  readonly sheet: number
}

const columns =
  'id, file, size, format, state, guess, by_id, created_on, job_id, undo_job_id, entity_id, change_id, creates, rows, sheets, sheet'

export async function insertImport(
  executor: Executor,
  schema: string,
  row: Pick<ImportRow, 'id' | 'file' | 'format' | 'guess' | 'by_id' | 'sheets' | 'sheet'> & {
    readonly size: number
    /** Bytes that its files take. */
    readonly kept: number
  },
): Promise<void> {
  await executor.execute({
    text: `insert into ${qualified(schema, '_import')} (id, file, size, state, guess, by_id, created_on, format, sheets, sheet, kept)
      values ($1, $2, $3, 'uploaded', $4, $5, clock_timestamp(), $6, $7, $8, $9)`,
    values: [row.id, row.file, row.size, row.guess, row.by_id, row.format, row.sheets, row.sheet, row.kept],
  })
}

export async function selectImport(executor: Executor, schema: string, id: string): Promise<ImportRow | undefined> {
  const text = `select ${columns} from ${qualified(schema, '_import')} where id = $1`
  return (await executor.query<ImportRow>({ text, values: [id] }))[0]
}

/** The newest imports; of one person where `byId` is given. */
export function selectImports(executor: Executor, schema: string, byId: string | null): Promise<ImportRow[]> {
  return executor.query<ImportRow>({
    text: `select ${columns} from ${qualified(schema, '_import')} where $1::uuid is null or by_id = $1
      order by created_on desc, id desc limit 100`,
    values: [byId],
  })
}

type Changes = Partial<
  Pick<ImportRow, 'state' | 'guess' | 'sheet' | 'job_id' | 'undo_job_id' | 'entity_id' | 'change_id' | 'creates'> & {
    rows: number
    kept: number
  }
>

/** Changes an import that is in one of the given states. Answers whether it was. */
export async function updateImport(
  executor: Executor,
  schema: string,
  id: string,
  from: readonly ImportState[],
  changes: Changes,
): Promise<boolean> {
  const entries = Object.entries(changes)
  const set = entries.map(([name], index) => `${name} = $${index + 3}`).join(', ')
  const count = await executor.execute({
    text: `update ${qualified(schema, '_import')} set ${set} where id = $1 and state = any($2)`,
    values: [id, from, ...entries.map(([, value]) => value)],
  })
  return count === 1
}

/** Forgets files that nobody used for a day; answers what they were. */
export function deleteAbandoned(
  executor: Executor,
  schema: string,
): Promise<Pick<ImportRow, 'id' | 'sheets' | 'sheet'>[]> {
  return executor.query({
    text: `delete from ${qualified(schema, '_import')}
      where state = 'uploaded' and created_on < clock_timestamp() - interval '1 day' returning id, sheets, sheet`,
  })
}

/** The imports whose rejected rows are kept no more; each is answered once. */
export async function clearPast(executor: Executor, schema: string): Promise<string[]> {
  const rows = await executor.query<{ id: string }>({
    text: `update ${qualified(schema, '_import')} set cleared = true
      where not cleared and state <> 'uploaded' and created_on < clock_timestamp() - interval '30 days' returning id`,
  })
  return rows.map(({ id }) => id)
}

/** An import as the calls tell it. */
export function toImport(row: ImportRow): Import {
  const { id, file, format, state, guess, job_id, undo_job_id, entity_id, sheets, sheet } = row
  const numbers = { size: Number(row.size), rows: Number(row.rows) }
  return {
    id,
    file,
    format,
    sheets,
    sheet,
    state,
    guess,
    job_id,
    undo_job_id,
    entity_id,
    ...numbers,
    created_on: row.created_on.toISOString(),
  }
}
