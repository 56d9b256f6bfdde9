import type { BoundStop } from '#odata/bind/bound.ts'
import { odataValueType } from '#odata/bind/types.ts'
import { conditionText } from '#odata/compile/expression.ts'
import { linkedText, sourceText } from '#odata/compile/source.ts'
import * as write from '#odata/compile/writer.ts'
import type { Writer } from '#odata/compile/writer.ts'

/** The part of an answer that tells whether the row on the path exists, where the path goes through one. */
export type OriginText = {
  /** Query for the statement's WITH clause. */
  readonly query: string
  /** The column `origin`; not null where the row exists. */
  readonly column: string
}

/** The row before the root, read once: its existence is reported beside the rows that depend on it. */
export function originText(writer: Writer, { from }: BoundStop): OriginText | undefined {
  if (!from) return undefined
  const query = `origin as materialized (${stopText(writer, from)})`
  return { query, column: "(select '1' from origin) as origin" }
}

/** The conditions on the rows at a stop, with the whole guard or one of its branches. */
export function stopConditions(writer: Writer, stop: BoundStop, branch?: number): readonly (string | undefined)[] {
  const { table, key, filter, from } = stop
  const keys = key.map(({ property, value }) => {
    const parameter = write.holeParameter(writer, { from: 'key', index: value })
    return `${write.column(writer, table, property)} = ${parameter}::${odataValueType(property.type)}`
  })
  // The row before the root is read once for the whole statement; earlier rows are nested inside.
  const source = from && (table === 0 ? 'select k from origin' : stopText(writer, from))
  const linked = from && linkedText(writer, table, { via: from.own, through: from.through, key: `(${source})` })
  const guard = write.guardText(writer, table, branch)
  return [...keys, linked, guard, filter && conditionText(writer, filter)]
}

// A scalar subquery finds one row at most, so the planner expects a single value for an index lookup.
function stopText(writer: Writer, { stop, theirs }: NonNullable<BoundStop['from']>): string {
  const column = write.column(writer, stop.table, theirs)
  const from = sourceText(writer, stop.table)
  return `select ${column} as k from ${from}${write.conditionsText('where', stopConditions(writer, stop))}`
}
