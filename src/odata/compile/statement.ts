import type { LiteralSlot } from '#odata/bind/bound.ts'
import { slotValue } from '#odata/bind/values.ts'
import { isHeavyCost } from '#odata/bind/weight.ts'
import type { TableGuard } from '#odata/guard.ts'
import type { Tell } from '#odata/model.ts'
import type { SqlFragment } from '#odata/sql.ts'
import type { LiteralEntry } from '#odata/syntax/node.ts'
import type { JsonRows } from '#platform/jsonRows.ts'

/** Meaning of a `$n` in a compiled text. The text belongs to the shape, the value to each call. */
export type Hole =
  | { readonly from: 'literal'; readonly slot: LiteralSlot }
  | { readonly from: 'guard'; readonly table: number; readonly branch?: number | undefined; readonly index: number }
  | { readonly from: 'versions'; readonly part: 'from' | 'columns'; readonly index: number }
  | { readonly from: 'after'; readonly index: number }
  | { readonly from: 'key'; readonly index: number }
  | { readonly from: 'skip' }
  | { readonly from: 'constant'; readonly value: unknown }
  | { readonly from: 'circumstance'; readonly name: string }

/** SQL text, compiled once per shape. `name` is set where one plan suits all values, for a prepared statement. */
export type Compiled = {
  readonly text: string
  readonly holes: readonly Hole[]
  readonly name?: string
  /** Instructions for turning rows into JSON. */
  readonly json?: JsonRows
}

/** A single-row source of columns for every answer, such as the versions that a caller checks. */
export type ReadVersions = {
  readonly from: SqlFragment
  readonly columns: SqlFragment
  /** Number of columns. */
  readonly width: number
}

/** A statement ready to run. Without a `name`, PostgreSQL plans for the values of each call. */
export type CompiledStatement = {
  readonly text: string
  readonly values: readonly unknown[]
  readonly name?: string
  readonly json?: JsonRows
  /** Maximum number of rows in the answer, for lists. */
  readonly mostRows?: number
  /** Expensive per row: slow even where the number of rows is unknown. */
  readonly isHeavy?: boolean
  /** Reads a single row by key and nothing else, so it is fast. */
  readonly isOneRow?: boolean
}

/** Sources of a call's values. */
export type Sources = {
  readonly literals: readonly LiteralEntry[]
  readonly conditions: readonly (TableGuard | null)[]
  readonly versions?: ReadVersions | undefined
  readonly after?: readonly (string | null)[] | undefined
  /** Values of the path's keys. */
  readonly keys?: readonly string[] | undefined
  readonly skip?: number | undefined
  readonly told?: Tell | undefined
  /** Cost of the query per row. */
  readonly cost?: number | undefined
  /** Whether only a single row is read. */
  readonly isOneRow?: boolean
}

/** The compiled text with the values of one call. */
export function toStatement(compiled: Compiled, sources: Sources): CompiledStatement {
  const values = compiled.holes.map((hole) => fill(hole, sources))
  const { text, name, json } = compiled
  const isHeavy = isHeavyCost(sources.cost ?? 0)
  return {
    text,
    values,
    ...(name !== undefined && { name }),
    ...(json && { json }),
    ...(isHeavy && { isHeavy }),
    ...(sources.isOneRow && { isOneRow: true }),
  }
}

function fill(hole: Hole, sources: Sources): unknown {
  switch (hole.from) {
    case 'literal':
      return slotValue(hole.slot, sources.literals)
    case 'guard':
      return guardBranch(sources.conditions[hole.table], hole.branch)?.values[hole.index]
    case 'versions':
      return sources.versions?.[hole.part].values[hole.index]
    case 'after':
      return sources.after?.[hole.index]
    case 'key':
      return sources.keys?.[hole.index]
    case 'skip':
      return sources.skip
    case 'constant':
      return hole.value
    case 'circumstance':
      return sources.told?.(hole.name)
  }
}

/** One branch of a guard, or the whole guard where it has no branches. */
export function guardBranch(
  guard: TableGuard | null | undefined,
  branch: number | undefined,
): SqlFragment | null | undefined {
  return branch === undefined ? guard : (guard?.branches?.[branch] ?? guard)
}
