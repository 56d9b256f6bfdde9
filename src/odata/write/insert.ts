import { join, raw } from '#odata/fragments.ts'
import { propertyOf, type EntitySet, type TableOfSet } from '#odata/model.ts'
import type { SqlFragment } from '#odata/sql.ts'
import type { Check, Companion, Stamp } from '#odata/write/companion.ts'
import {
  allColumns,
  columnName,
  mayWrite,
  preamble,
  tableName,
  verdict,
  type Assignment,
  type ShowRow,
} from '#odata/write/row.ts'

export type Insert = {
  readonly set: EntitySet
  readonly table: TableOfSet
  readonly assignments: readonly Assignment[]
  readonly stamp: Stamp
  readonly checks: readonly Check[]
  readonly companions: readonly Companion[]
  readonly show: ShowRow
  /** Nothing is written where a row has the key already; else that is an error of the database. */
  readonly givesWay?: boolean
}

/**
 * One statement that creates a row together with its companions. Its one row of answer: model_version, access_version,
 * check0.. (see `checks`), `value` (the row as JSON text; null when nothing was written).
 */
export function compileInsert(insert: Insert): SqlFragment {
  const { set, table, assignments, stamp, checks, companions, show, givesWay } = insert
  const columns = assignments.map(({ property }) => columnName(table, property)).join(', ')
  const after = join([
    raw(`"after" as (insert into ${tableName(table)} as t (${columns}) select `),
    join(
      assignments.map(({ value }) => value),
      ', ',
    ),
    raw(' where '),
    mayWrite(stamp, checks),
    raw(givesWay ? ` on conflict (${columnName(table, propertyOf(set, set.key))}) do nothing` : ''),
    raw(` returning ${allColumns(set, table, 't')})`),
  ])
  const beside = companions.map(({ name, statement }) => join([raw(`"${name}" as (`), statement, raw(')')]))
  return join([
    raw('with '),
    join([...preamble(stamp, checks), after, ...beside], ', '),
    raw(` select ${verdict(checks)}, (${show('"after"')}) as value`),
  ])
}
