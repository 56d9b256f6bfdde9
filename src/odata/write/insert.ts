import { joinFragments, raw } from '#odata/fragments.ts'
import { propertyOf, type EntitySet, type TableOfSet } from '#odata/model.ts'
import type { SqlFragment } from '#odata/sql.ts'
import type { Check, WriteStatement, Stamp } from '#odata/write/writeStatements.ts'
import {
  afterText,
  allColumns,
  answeredFrom,
  columnName,
  mayWrite,
  namedStatement,
  preamble,
  tableName,
  verdict,
  type Amount,
  type Assignment,
  type ShowRow,
} from '#odata/write/row.ts'

export type Insert = {
  readonly set: EntitySet
  readonly table: TableOfSet
  readonly assignments: readonly Assignment[]
  readonly stamp: Stamp
  readonly checks: readonly Check[]
  readonly companions: readonly WriteStatement[]
  /** Statements whose rows supply the values; each must do nothing where `mayWrite` is false. */
  readonly ahead?: readonly WriteStatement[]
  readonly show: ShowRow
  /** On a key conflict nothing is written; otherwise a conflict is a database error. */
  readonly givesWay?: boolean
  readonly amount?: Amount
}

/**
 * One statement that inserts a row with its companion statements. Result row: model_version, access_version, check0..
 * (see `checks`), `value` (the row as JSON text; null when nothing was written). Several combined writes return one row
 * each, with `_n`.
 */
export function compileInsert(insert: Insert): SqlFragment {
  const { set, table, assignments, stamp, checks, companions, ahead = [], show, givesWay, amount = 'one' } = insert
  const columns = assignments.map(({ property }) => columnName(table, property)).join(', ')
  const made = joinFragments([
    raw(`insert into ${tableName(table)} as t (${columns}) select `),
    joinFragments(
      assignments.map(({ value }) => value),
      ', ',
    ),
    raw(`${answeredFrom(amount)} where `),
    mayWrite(stamp, checks, amount),
    raw(givesWay ? ` on conflict (${columnName(table, propertyOf(set, set.key))}) do nothing` : ''),
    raw(` returning ${allColumns(set, table, 't')}`),
  ])
  const after = afterText(made, set, keyOf(insert), amount)
  const beside = companions.map(namedStatement)
  return joinFragments([
    raw('with '),
    joinFragments([...preamble(stamp, checks, amount), ...ahead.map(namedStatement), after, ...beside], ', '),
    raw(
      ` select ${verdict(checks, amount)}, (${show(amount === 'several' ? '(select * from "after" a where a."_n" = g."_n")' : '"after"')}) as value${answeredFrom(amount)}`,
    ),
  ])
}

/** The key of the new row. */
function keyOf({ set, assignments }: Insert): SqlFragment {
  const key = assignments.find(({ property }) => property.name === set.key)
  if (!key) throw new Error(`a row of ${set.name} has no key`)
  return key.value
}
