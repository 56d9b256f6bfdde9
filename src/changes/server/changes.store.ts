import type { Conversion, CountedImpact } from '#changes/wire.ts'
import type { Activity } from '#environments/activity.ts'
import type { Footprint, Operation, Sentence } from '#changes/operation.ts'
import { qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'

/** A change set as stored in the history. */
export type StoredChange = {
  readonly id: string
  /** Number of the change within the environment. */
  readonly modelVersion: number
  readonly on: Date
  readonly byId: string
  /** The author's name as a member; null where no longer known. */
  readonly by: string | null
  readonly cause: unknown
  readonly note: string | null
  readonly operations: readonly Operation[]
  readonly inverse: readonly Operation[]
  readonly sentences: readonly Sentence[]
  /** The activity of each sentence's operation; empty in changes older than this column. */
  readonly sentenceActivities: readonly Activity[]
  /** Activities required to undo the change; members with some of the activities see the corresponding part. */
  readonly activities: readonly Activity[]
  readonly footprint: Footprint
  readonly undoesId: string | null
  readonly undoneById: string | null
  /** The affected entities. */
  readonly about: readonly string[]
  /** Effects on records, as counted at the time of the change. */
  readonly impact: readonly CountedImpact[]
  readonly conversions: readonly Conversion[]
}

type Row = {
  id: string
  model_version: string
  changed_on: Date
  changed_by_id: string
  by_name: string | null
  cause: unknown
  note: string | null
  operations: Operation[]
  inverse: Operation[]
  sentences: Sentence[]
  sentence_activities: Activity[]
  activities: Activity[]
  writes: string[]
  needs: string[]
  undoes_id: string | null
  undone_by_id: string | null
  about: string[]
  impact: CountedImpact[]
  conversions: Conversion[]
}

/** Locks the definitions exclusively until the end of the transaction. Returns the number of changes so far. */
export async function lockVersion(transaction: Executor, schema: string): Promise<number> {
  const text = `select change_count from ${qualified(schema, '_version')} for update`
  const [row] = await transaction.query<{ change_count: string }>({ text })
  return Number(row?.change_count ?? 0)
}

/** Whether a change affects compiled SQL (`structure`), or only definitions beside it. */
export type ChangeReach = 'structure' | 'beside'

/** Inserts a change into the history; a change of the structure increments the model version. */
export async function insertChange(
  transaction: Executor,
  schema: string,
  change: Omit<StoredChange, 'by'>,
  reach: ChangeReach,
): Promise<void> {
  await transaction.execute({
    text: `insert into ${qualified(schema, '_change')}
      (id, model_version, changed_on, changed_by_id, cause, note, operations, inverse, sentences, writes, needs, undoes_id,
        about, impact, conversions, activities, sentence_activities)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17)`,
    values: [
      change.id,
      change.modelVersion,
      change.on,
      change.byId,
      JSON.stringify(change.cause),
      change.note,
      JSON.stringify(change.operations),
      JSON.stringify(change.inverse),
      JSON.stringify(change.sentences),
      change.footprint.writes,
      change.footprint.needs,
      change.undoesId,
      change.about,
      JSON.stringify(change.impact),
      JSON.stringify(change.conversions),
      change.activities,
      change.sentenceActivities,
    ],
  })
  await noteChange(transaction, schema, change)
  await transaction.execute({
    text: `update ${qualified(schema, '_version')} set change_count = $1, model_version = model_version + $2`,
    values: [change.modelVersion, reach === 'structure' ? 1 : 0],
  })
}

/** Writes an audit row in the same transaction; details are in the history of changes. */
async function noteChange(
  transaction: Executor,
  schema: string,
  { id, on, byId, cause, about, note, sentences, undoesId }: Omit<StoredChange, 'by'>,
): Promise<void> {
  await transaction.execute({
    text: `insert into ${qualified(schema, '_audit')} (at, area, kind, entity_id, by_id, cause, request_id, changes)
      values ($1, 'definition', $2, $3, $4, $5, $5::jsonb->>'id', $6)`,
    values: [
      on,
      undoesId === null ? 'definitionChanged' : 'definitionUndone',
      about.length === 1 ? about[0] : null,
      byId,
      JSON.stringify(cause),
      JSON.stringify({ change_id: id, note, sentences, undoes_id: undoesId }),
    ],
  })
}

/** Marks `change` as undone by `undo`. Where `change` was an undo itself, its original change is in force again. */
export async function markUndone(
  transaction: Executor,
  schema: string,
  change: StoredChange,
  undoId: string,
): Promise<void> {
  const table = qualified(schema, '_change')
  await transaction.execute({
    text: `update ${table} set undone_by_id = $2 where id = $1`,
    values: [change.id, undoId],
  })
  await transaction.execute({
    text: `update ${table} set undone_by_id = null where id = $1`,
    values: [change.undoesId],
  })
}

export async function changeById(executor: Executor, schema: string, id: string): Promise<StoredChange | undefined> {
  const text = `${selectChanges(schema)} where c.id = $1`
  const [row] = await executor.query<Row>({ text, values: [id] })
  return row && toChange(row)
}

/** Later changes in force, oldest first: neither undone nor undos themselves. */
export async function changesInForceAfter(
  executor: Executor,
  schema: string,
  version: number,
): Promise<StoredChange[]> {
  const text = `${selectChanges(schema)}
    where c.model_version > $1 and c.undone_by_id is null and c.undoes_id is null order by c.model_version`
  return (await executor.query<Row>({ text, values: [version] })).map(toChange)
}

/** Filter of the history: changes before a number, of one entity, by one person. */
export type ChangeFilter = {
  readonly before?: number | undefined
  readonly entity?: string | undefined
  readonly by?: string | undefined
  /** Only changes with a part that these activities allow. */
  readonly held: ReadonlySet<Activity>
  readonly top: number
}

/** The newest changes that match the filter, newest first. */
export async function changesBefore(
  executor: Executor,
  schema: string,
  { before, entity, by, held, top }: ChangeFilter,
): Promise<StoredChange[]> {
  const text = `${selectChanges(schema)}
    where ($1::bigint is null or c.model_version < $1) and ($2::uuid is null or c.about @> array[$2::uuid])
      and ($3::uuid is null or c.changed_by_id = $3) and c.activities && $5::text[]
    order by c.model_version desc limit $4`
  const values = [before ?? null, entity ?? null, by ?? null, top, [...held]]
  return (await executor.query<Row>({ text, values })).map(toChange)
}

export type ChangedBy = { readonly id: string; readonly name: string | null }

/** Authors of changes that these activities allow, by name. */
export async function selectPeople(
  executor: Executor,
  schema: string,
  held: ReadonlySet<Activity>,
): Promise<ChangedBy[]> {
  return executor.query<ChangedBy>({
    values: [[...held]],
    text: `select p.id, nullif(trim(m.firstname || ' ' || m.lastname), '') as name
      from (select distinct changed_by_id as id from ${qualified(schema, '_change')} where activities && $1::text[]) p
      left join ${qualified(schema, '_member')} m on m.id = p.id order by name nulls last, p.id limit 500`,
  })
}

function selectChanges(schema: string): string {
  return `select c.*, nullif(trim(m.firstname || ' ' || m.lastname), '') as by_name
    from ${qualified(schema, '_change')} c left join ${qualified(schema, '_member')} m on m.id = c.changed_by_id`
}

function toChange(row: Row): StoredChange {
  return {
    id: row.id,
    modelVersion: Number(row.model_version),
    on: row.changed_on,
    byId: row.changed_by_id,
    by: row.by_name,
    cause: row.cause,
    note: row.note,
    operations: row.operations,
    inverse: row.inverse,
    sentences: row.sentences,
    sentenceActivities: row.sentence_activities,
    activities: row.activities,
    footprint: { writes: row.writes, needs: row.needs },
    undoesId: row.undoes_id,
    undoneById: row.undone_by_id,
    about: row.about,
    impact: row.impact,
    conversions: row.conversions,
  }
}
