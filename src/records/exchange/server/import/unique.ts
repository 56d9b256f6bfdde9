import { attributeTypes } from '#attributes/types.ts'
import type { WireValue } from '#attributes/type.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Executor } from '#platform/server/database/database.ts'
import { isReckoned, problemAt, type ImportField, type RowProblem } from '#records/exchange/import/rowReader.ts'
import { rejectRows, type Batch } from '#records/exchange/server/import/batches.ts'

/** Finds rows whose unique values are taken: by records that exist, or by an earlier row of the file. */
export type Uniqueness = { find(executor: Executor, batch: Batch): Promise<Batch> }

/**
 * Checks the unique fields, two statements a field and batch. `table` is null while the entity does not exist yet. Values of
 * earlier batches are in the table already when rows are `written`; a dry run keeps them in a temporary table of its
 * transaction, so that memory stays the same for any file.
 */
export function createUniqueness(
  schema: string,
  table: string | null,
  fields: readonly ImportField[],
  written: boolean,
): Uniqueness {
  const unique = fields.flatMap((field, index) =>
    // The id of a record is unique without being said to be.
    (field.field.unique || field.column === 'id') && (field.source !== null || isReckoned(field.field))
      ? [{ field, index }]
      : [],
  )
  let prepared = written || unique.length === 0
  return {
    async find(executor, batch) {
      const problems = new Map<number, RowProblem>()
      if (!prepared) await executor.execute({ text: temporary })
      prepared = true
      for (const { field, index } of unique) {
        const own = new Map<string, number>()
        for (const [place, row] of batch.rows.entries()) {
          const value = textOf(row[index])
          if (value === null || problems.has(place)) continue
          if (own.has(value)) problems.set(place, taken(field, value))
          else own.set(value, place)
        }
        const values = [...own.keys()]
        const known =
          table === null
            ? []
            : await existing(executor, {
                table,
                field,
                values,
                ids: [...own.values()].map((place) => batch.own[place] ?? null),
              })
        const seen = written ? [] : await repeated(executor, field.column, values)
        for (const at of [...known, ...seen]) {
          const place = own.get(values[at] ?? '')
          if (place !== undefined) problems.set(place, taken(field, values[at] ?? ''))
        }
      }
      return rejectRows(batch, problems)
    },
  }

  /** Places of the values that a record has. Values are compared as the column compares them. */
  async function existing(executor: Executor, { table: name, field, values, ids }: Asked): Promise<number[]> {
    const type = attributeTypes[field.field.type].column(field.field)?.split(' ')[0] ?? 'text'
    const rows = await executor.query<{ at: string }>({
      text: `select v.at - 1 as at from unnest($1::${type}[], $2::uuid[]) with ordinality v(value, own, at)
        where exists (select 1 from ${qualified(schema, name)} t
          where t.${ident(field.column)} = v.value and t.id is distinct from v.own)`,
      values: [values, ids],
    })
    return rows.map(({ at }) => Number(at))
  }
}

type Asked = {
  readonly table: string
  readonly field: ImportField
  readonly values: string[]
  readonly ids: readonly (string | null)[]
}

/** Where values of earlier batches of the same file are kept. */
export const temporary = `create temporary table if not exists import_seen (field text, value text, primary key (field, value)) on commit drop`

/** Places of the values that an earlier batch had. */
export async function repeated(executor: Executor, field: string, values: string[]): Promise<number[]> {
  const rows = await executor.query<{ value: string }>({
    text: `insert into pg_temp.import_seen select $1, unnest($2::text[]) on conflict do nothing returning value`,
    values: [field, values],
  })
  const fresh = new Set(rows.map(({ value }) => value))
  return values.flatMap((value, at) => (fresh.has(value) ? [] : [at]))
}

function taken(field: ImportField, value: string): RowProblem {
  return problemAt(field, field.problem({ code: 'import.duplicate' }, value), value)
}

function textOf(value: WireValue | undefined): string | null {
  return value === null || value === undefined ? null : String(value)
}
