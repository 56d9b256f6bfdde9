import type { BoundQuery, BoundRows } from '#odata/bind/bound.ts'
import type { Tell } from '#odata/model.ts'
import type { SqlFragment } from '#odata/sql.ts'

/**
 * A condition on the rows of a table. Those of one `key` on one table have the same parts; without it the parts tell.
 * `branches` are conditions of which exactly one holds for each row that the whole one holds for: a list that is in order
 * reads each by itself, so that each may use an index of its own.
 */
export type TableGuard = SqlFragment & { readonly key?: string; readonly branches?: readonly SqlFragment[] }

/**
 * What of an entity set the asker may read, as a condition on the table `alias`; null means every row. `set` says that the
 * rows of the whole table are asked for, `row` that they are found by a key or from another row.
 * The same class of rights must give the same parts, so that only values differ between askers.
 */
export type Guards = ((entitySet: string, alias: string, form: 'set' | 'row') => TableGuard | null) & {
  /** What computed values may ask for, such as who asks. */
  readonly told?: Tell
}

declare const guarded: unique symbol

/** A bound query in which every table reference carries its guard. Only `guard` makes one, and `compile` takes nothing else. */
export type GuardedQuery<Query extends BoundQuery = BoundQuery> = {
  readonly [guarded]: true
  readonly query: Query
  readonly conditions: readonly (TableGuard | null)[]
}

/** Asks the guard for each table reference of the query, in their order. */
export function guard<Query extends BoundQuery>(query: Query, guards: Guards): GuardedQuery<Query> {
  const conditions = query.tables.map(({ set, alias }, index) => guards(set.name, alias, formOf(query, index)))
  return { query, conditions } as unknown as GuardedQuery<Query>
}

// The rows of the whole table are looked for only where the path names no row and hangs on none.
function formOf(query: BoundQuery, index: number): 'set' | 'row' {
  if (index > 0 || !('root' in query)) return 'row'
  const { key, from } = (query as BoundRows).root
  return key.length === 0 && !from ? 'set' : 'row'
}

/** By how many branches a list reads its rows: none where all rows may be read, or those of a path. */
export function branchesOf({ query, conditions }: GuardedQuery): number {
  const [first] = conditions
  if (!first || formOf(query, 0) === 'row') return 0
  return first.branches?.length ?? 1
}

/** Tells guards that differ in more than their values apart: statements are reused only under the same key. */
export function guardKey(query: GuardedQuery): string {
  return query.conditions
    .map((condition) => (condition === null ? '' : (condition.key ?? condition.parts.join('\u0001'))))
    .join('\u0002')
}
