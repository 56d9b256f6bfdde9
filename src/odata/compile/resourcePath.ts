import type { BoundStop } from '#odata/bind/bound.ts'
import { odataValueType } from '#odata/bind/types.ts'
import { conditionText } from '#odata/compile/expression.ts'
import { linkedText, sourceText } from '#odata/compile/source.ts'
import * as write from '#odata/compile/writer.ts'
import type { Writer } from '#odata/compile/writer.ts'

/** What of an answer tells whether the row exists that its path goes through, where it goes through one. */
export type OriginText = {
  /** For the `with` of the statement. */
  readonly query: string
  /** Not null where there is such a row: `origin`. */
  readonly column: string
}

/** The row before the root, read once: whether it is there is told beside what hangs on it. */
export function originText(writer: Writer, { from }: BoundStop): OriginText | undefined {
  if (!from) return undefined
  const query = `origin as materialized (${stopText(writer, from)})`
  return { query, column: "(select '1' from origin) as origin" }
}

/** The conditions on the rows at a stop, guarded: by the whole guard, or by one branch of it. */
export function stopConditions(writer: Writer, stop: BoundStop, branch?: number): readonly (string | undefined)[] {
  const { table, key, filter, from } = stop
  const keys = key.map(({ property, value }) => {
    const parameter = write.holeParameter(writer, { from: 'key', index: value })
    return `${write.column(writer, table, property)} = ${parameter}::${odataValueType(property.type)}`
  })
  // The root's row before it is read once for the whole statement; those before that stand inside of it.
  const source = from && (table === 0 ? 'select k from origin' : stopText(writer, from))
  const linked = from && linkedText(writer, table, { via: from.own, through: from.through, key: `(${source})` })
  const guard = write.guardText(writer, table, branch)
  return [...keys, linked, guard, filter && conditionText(writer, filter)]
}

// A scalar subquery: it finds one row at most, so the planner sees a value that it may look up in an index.
function stopText(writer: Writer, { stop, theirs }: NonNullable<BoundStop['from']>): string {
  const column = write.column(writer, stop.table, theirs)
  const from = sourceText(writer, stop.table)
  return `select ${column} as k from ${from}${write.conditionsText('where', stopConditions(writer, stop))}`
}
