import type { BoundQuery, BoundRows } from '#odata/bind/bound.ts'
import type { Tell } from '#odata/model.ts'
import type { SqlFragment } from '#odata/sql.ts'

/**
 * A condition on the rows of a table. Guards with the same `key` on one table have the same parts; without a key the
 * parts themselves are compared. `branches` are mutually exclusive conditions whose union is the whole condition: a
 * sorted list reads each branch separately, so that each branch can use its own index.
 */
export type TableGuard = SqlFragment & { readonly key?: string; readonly branches?: readonly SqlFragment[] }

/**
 * The rows of an entity set that the member may read, as a condition on the table `alias`; null means all rows. `set`:
 * the whole table is read; `row`: rows are found by key or from another row. The same class of rights must return the
 * same parts, so that only values differ between members.
 */
export type Guards = ((entitySet: string, alias: string, form: 'set' | 'row') => TableGuard | null) & {
  /** Context values for computed properties, such as the member. */
  readonly told?: Tell
}

declare const guarded: unique symbol

/**
 * A bound query with a guard for every table reference. Only `guard` creates the type, and `compile` accepts nothing
 * else.
 */
export type GuardedQuery<Query extends BoundQuery = BoundQuery> = {
  readonly [guarded]: true
  readonly query: Query
  readonly conditions: readonly (TableGuard | null)[]
}

/** Calls the guard for each table reference of the query, in order. */
export function guard<Query extends BoundQuery>(query: Query, guards: Guards): GuardedQuery<Query> {
  const conditions = query.tables.map(({ set, alias }, index) => guards(set.name, alias, formOf(query, index)))
  return { query, conditions } as unknown as GuardedQuery<Query>
}

// The whole table is read only where the path has neither a key nor a preceding row.
function formOf(query: BoundQuery, index: number): 'set' | 'row' {
  if (index > 0 || !('root' in query)) return 'row'
  const { key, from } = (query as BoundRows).root
  return key.length === 0 && !from ? 'set' : 'row'
}

/**
 * Number of branches in which a list reads its rows: 0 where all rows are readable, or for rows at the end of a path.
 */
export function branchesOf({ query, conditions }: GuardedQuery): number {
  const [first] = conditions
  if (!first || formOf(query, 0) === 'row') return 0
  return first.branches?.length ?? 1
}

/** Key of the guards, equal where they differ only in values: statements are reused only under the same key. */
export function guardKey(query: GuardedQuery): string {
  return query.conditions
    .map((condition) => (condition === null ? '' : (condition.key ?? condition.parts.join('\u0001'))))
    .join('\u0002')
}
