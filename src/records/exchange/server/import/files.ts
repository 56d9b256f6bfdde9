import { isOfFiles } from '#attributes/attribute.ts'
import { uuidPattern } from '#attributes/uuid.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { problemAt, type ImportField, type RowProblem } from '#records/exchange/import/rowReader.ts'
import { rejectRows, type Batch } from '#records/exchange/server/import/batches.ts'
import type { ImportActor } from '#records/exchange/server/import/deps.ts'

export type FilesOptions = {
  readonly actor: ImportActor
  readonly fields: readonly ImportField[]
  /** Whether rows are written as they are found to hold. */
  readonly written: boolean
}

/** Finds rows that name files which are not theirs to name. */
export type Files = { find(executor: Executor, batch: Batch): Promise<Batch> }

type Known = { readonly id: string; readonly attribute_id: string; readonly record_id: string | null; by_id: string }

/** The fields of files that a file of rows fills; none for most. */
export function fileFields(fields: readonly ImportField[]): readonly ImportField[] {
  return fields.filter(({ field, source }) => source !== null && isOfFiles(field))
}

/**
 * Files that a row names must be of its attribute, and either the record's own or brought by whoever imports and in nobody's
 * record yet; one statement a batch. Nothing where no column names files.
 */
export function createFiles({ actor, fields, written }: FilesOptions): Files | undefined {
  const named = fileFields(fields)
  if (named.length === 0) return undefined
  const places = named.map((field) => fields.indexOf(field))
  const idAt = fields.findIndex(({ column, source }) => column === 'id' && source !== null)
  const table = qualified(actor.environment.schema, '_asset')
  // Nobody gives a file that waits to another record until the import is over.
  const hold = written ? ' order by id for update' : ''
  const claimed = new Set<string>()

  return {
    async find(executor, batch) {
      const all = batch.rows.flatMap((row) => places.flatMap((at) => row[at] ?? [])).map(String)
      if (all.length === 0) return batch
      const rows = await executor.query<Known>({
        text: `select id, attribute_id, record_id, by_id from ${table} where id = any($1::uuid[])${hold}`,
        values: [[...new Set(all)].filter((id) => uuidPattern.test(id))],
      })
      const known = new Map(rows.map((row) => [row.id, row]))
      const problems = new Map<number, RowProblem>()
      for (const [at, row] of batch.rows.entries()) {
        const recordId = batch.own[at] ?? row[idAt] ?? null
        for (const [index, field] of named.entries()) {
          const ids = row[places[index] ?? -1] ?? null
          if (!Array.isArray(ids)) continue
          const isHis = ids.every((id: string) => {
            const file = known.get(id)
            if (!file || !('id' in field.field) || file.attribute_id !== field.field.id) return false
            if (file.record_id !== null) return file.record_id === recordId
            return file.by_id === actor.member.id && !claimed.has(id)
          })
          const cell = batch.cells[at]?.[field.source ?? -1] ?? null
          if (!isHis) problems.set(at, problemAt(field, field.problem({ code: 'validation.file' }, ids), cell))
          else for (const id of ids) if (known.get(id)?.record_id === null) claimed.add(id)
        }
      }
      return rejectRows(batch, problems)
    },
  }
}

/** Files that written records name become their own. */
export function createKeeper(actor: ImportActor, entity: EntityDefinition, fields: readonly ImportField[]) {
  const columns = fileFields(fields).map(({ column }) => column)
  const { schema } = actor.environment
  return async (executor: Executor, ids: readonly string[]): Promise<void> => {
    if (ids.length === 0) return
    for (const column of columns)
      await executor.execute({
        text: `update ${qualified(schema, '_asset')} a set record_id = t.id from ${qualified(schema, entity.uri)} t
          where t.id = any($1::uuid[]) and a.id = any(t.${ident(column)}) and a.record_id is null`,
        values: [ids],
      })
  }
}
