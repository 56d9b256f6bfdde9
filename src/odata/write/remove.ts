import { joinFragments, raw } from '#odata/fragments.ts'
import type { SqlFragment } from '#odata/sql.ts'
import { ident } from '#platform/sql.ts'
import type { WriteStatement, Stamp } from '#odata/write/writeStatements.ts'
import { mayWrite, namedStatement, preamble, tableName, verdict } from '#odata/write/row.ts'
import { before, etagColumn, keyColumn, versionHolds, type Target } from '#odata/write/update.ts'

export type Remove = Target & {
  /** Further condition on the row `b` for the deletion; null: none. */
  readonly changeable: SqlFragment | null
  readonly stamp: Stamp
  /** Read `before`, and `gone` (the key of the row, empty when nothing was deleted). */
  readonly companions: readonly WriteStatement[]
}

/**
 * One statement that deletes a row with its companion statements. Result row: model_version, access_version, `found`
 * (the former version; null: not found), `permitted`, `changeable`, `changed`.
 */
export function compileRemove(remove: Remove): SqlFragment {
  const { set, table, stamp, companions } = remove
  const gone = joinFragments([
    raw(
      `"gone" as (delete from ${tableName(table)} as t using "before" b where t.${keyColumn(remove)} = b.${ident(set.key)} and `,
    ),
    joinFragments(
      [mayWrite(stamp, [], 'one'), raw('b."_permitted"'), raw('b."_changeable"'), versionHolds(remove)],
      ' and ',
    ),
    raw(` returning t.${keyColumn(remove)} as id)`),
  ])
  return joinFragments([
    raw('with '),
    joinFragments(
      [...preamble(stamp, [], 'one'), before(remove, 'one'), gone, ...companions.map(namedStatement)],
      ', ',
    ),
    raw(` select ${verdict([], 'one')}, (select ${etagColumn(remove)} from "before") as found`),
    raw(', (select "_permitted" from "before") as permitted, (select "_changeable" from "before") as changeable'),
    raw(', exists (select 1 from "gone") as changed'),
  ])
}
