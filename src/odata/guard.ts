import type { BoundQuery, TableReference } from '#odata/bind/bound.ts'
import type { Tell } from '#odata/model.ts'
import type { SqlFragment } from '#odata/sql.ts'

/**
 * What of an entity set the asker may read, as a condition on the table `alias`; null means every row.
 * The same class of rights must give the same parts, so that only values differ between askers.
 */
export type Guards = ((entitySet: string, alias: string) => SqlFragment | null) & {
  /** What reckoned values may ask for, such as who asks. */
  readonly told?: Tell
}

declare const guarded: unique symbol

/** A bound query in which every table reference carries its guard. Only `guard` makes one, and `compile` takes nothing else. */
export type GuardedQuery<Query extends BoundQuery = BoundQuery> = {
  readonly [guarded]: true
  readonly query: Query
  readonly conditions: readonly (SqlFragment | null)[]
}

/** Asks the guard for each table reference of the query, in their order. */
export function guard<Query extends BoundQuery>(query: Query, guards: Guards): GuardedQuery<Query> {
  const conditions = query.tables.map((table: TableReference) => guards(table.set.name, table.alias))
  return { query, conditions } as unknown as GuardedQuery<Query>
}

/** Tells guards that differ in more than their values apart: statements are reused only under the same key. */
export function guardKey(query: GuardedQuery): string {
  return query.conditions.map((condition) => (condition === null ? '' : condition.parts.join('\u0001'))).join('\u0002')
}
