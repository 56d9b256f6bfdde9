import { joinFragments, raw } from '#odata/fragments.ts'
import type { EntitySet, TableOfSet } from '#odata/model.ts'
import { sql, type SqlFragment } from '#odata/sql.ts'
import { ident } from '#platform/sql.ts'
import type { Check, WriteStatement, Stamp } from '#odata/write/writeStatements.ts'
import type { PlanSlot } from '#odata/write/plan.ts'
import {
  afterText,
  allColumns,
  columnName,
  keyText,
  mayWrite,
  namedStatement,
  preamble,
  tableName,
  verdict,
  type Amount,
  type Assignment,
  type ShowRow,
} from '#odata/write/row.ts'

/** The row to update or delete, with the rights of the member. */
export type Target = {
  readonly set: EntitySet
  readonly table: TableOfSet
  readonly key: PlanSlot
  /** Conditions on the alias `t`; null: every row. Rows that are not readable are not found. */
  readonly readable: SqlFragment | null
  readonly permitted: SqlFragment | null
  /** Acceptable versions (If-Match); null: any. */
  readonly versions: PlanSlot | null
}

export type Update = Target & {
  /** Requested values. When all of them are already stored, nothing is written. */
  readonly assignments: readonly Assignment[]
  /** Values written in addition, such as version and time. */
  readonly stamps: readonly Assignment[]
  /** Further condition on the row `b` before the change; null: none. */
  readonly changeable: SqlFragment | null
  readonly stamp: Stamp
  readonly checks: readonly Check[]
  /** Conditions on the row `b` before the change; results are returned as `holds0`.. */
  readonly rowChecks?: readonly Check[]
  readonly companions: readonly WriteStatement[]
  readonly show: ShowRow
  readonly amount?: Amount
}

/**
 * One statement that updates a row with its companion statements. Result row: model_version, access_version, check0..,
 * holds0.., `found` (the former version; null: not found), `permitted`, `changeable`, `changed`, `value` (the current
 * row as JSON text).
 */
export function compileUpdate(update: Update): SqlFragment {
  const { set, table, key, assignments, stamps, stamp, checks, companions, show, amount = 'one' } = update
  const rowChecks = update.rowChecks ?? []
  const changes = [...assignments, ...stamps].map(({ property, value }) =>
    joinFragments([raw(`${columnName(table, property)} = `), value]),
  )
  // SQL requires at least one assignment, even where the row is only found and shown.
  const someChanges = changes.length > 0 ? changes : [raw(`${keyColumn(update)} = t.${keyColumn(update)}`)]
  const conditions = [
    mayWrite(stamp, checks, amount),
    raw('b."_permitted"'),
    raw('b."_changeable"'),
    versionHolds(update),
    ...rowChecks.map(({ condition }) => condition),
    differs(assignments),
  ]
  const made = joinFragments([
    raw(`update ${tableName(table)} as t set `),
    joinFragments(someChanges, ', '),
    raw(' from "before" b'),
    ...(amount === 'several' ? [raw(` join "given" g on b.${ident(set.key)} = `), keyText(set, key)] : []),
    raw(` where t.${keyColumn(update)} = b.${ident(set.key)} and `),
    joinFragments(conditions, ' and '),
    raw(` returning ${allColumns(set, table, 't')}`),
  ])
  const after = afterText(made, set, keyText(set, key), amount)
  const shown = `case when a.${ident(set.key)} is not null then (${show('(select a.*)')}) when b.${ident(set.key)} is not null then (${show('(select b.*)')}) end`
  return joinFragments([
    raw('with '),
    joinFragments(
      [...preamble(stamp, checks, amount), before(update, amount), after, ...companions.map(namedStatement)],
      ', ',
    ),
    raw(` select ${verdict(checks, amount)}, ${foundText(update)} as found, b."_permitted" as permitted`),
    ...rowChecks.map(({ condition }, index) => joinFragments([raw(', '), condition, raw(` as holds${index}`)])),
    raw(`, b."_changeable" as changeable, a.${ident(set.key)} is not null as changed, ${shown} as value`),
    answeredRows(update, amount),
  ])
}

function foundText({ set }: Update): string {
  return set.etag ? `b.${ident(set.etag)}::text` : `case when b.${ident(set.key)} is not null then '' end`
}

/** FROM clause with the rows `b` before and `a` after the change, for each write. */
function answeredRows({ set, key }: Update, amount: Amount): SqlFragment {
  if (amount === 'one') return raw(' from (select) g left join "before" b on true left join "after" a on true')
  return joinFragments([
    raw(` from "given" g left join "before" b on b.${ident(set.key)} = `),
    keyText(set, key),
    raw(' left join "after" a on a."_n" = g."_n"'),
  ])
}

/** The locked row before the change, named `before`, with the member's rights as further columns. */
export function before(target: Target & { readonly changeable: SqlFragment | null }, amount: Amount): SqlFragment {
  const { set, table, key, readable, permitted, changeable } = target
  return joinFragments([
    raw(`"before" as (select b.*, `),
    changeable ?? raw('true'),
    raw(` as "_changeable" from (select ${allColumns(set, table, 't')}, `),
    permitted ?? raw('true'),
    raw(` as "_permitted" from ${amount === 'several' ? '"given" g join ' : ''}${tableName(table)} as t`),
    raw(`${amount === 'several' ? ' on' : ' where'} t.${keyColumn(target)} = `),
    keyText(set, key),
    raw(amount === 'several' ? ' where ' : ' and '),
    readable ?? raw('true'),
    raw(' for update of t) b)'),
  ])
}

export function versionHolds({ set, versions }: Target): SqlFragment {
  return versions === null || !set.etag
    ? raw('true')
    : joinFragments([raw(`b.${ident(set.etag)}::text = any(`), sql`${versions}::text[]`, raw(')')])
}

export function keyColumn({ set, table }: Pick<Target, 'set' | 'table'>): string {
  const key = set.properties.get(set.key)
  return key ? columnName(table, key) : ident(set.key)
}

export function etagColumn({ set }: Target): string {
  return set.etag ? `${ident(set.etag)}::text` : `''`
}

/** Condition: at least one value differs from the stored one. */
function differs(assignments: readonly Assignment[]): SqlFragment {
  if (assignments.length === 0) return raw('false')
  if (assignments.some(({ always }) => always)) return raw('true')
  const each = assignments.map(({ property, value }) =>
    joinFragments([raw(`b.${ident(property.name)} is distinct from `), value]),
  )
  return joinFragments([raw('('), joinFragments(each, ' or '), raw(')')])
}
