import type { TableReference } from '../../src/odata/bind/bound.ts'
import type { ReadValue, RowValue } from '../../src/odata/evaluate.ts'
import type { Property } from '../../src/odata/model.ts'

type Row = Readonly<Record<string, RowValue>>

/** Reads a row and the rows that it points to, for `evaluate`; within a collection also the rows around it. */
export function readerOf(
  rows: Readonly<Record<string, readonly Row[]>>,
  tables: readonly TableReference[],
  known: ReadonlyMap<number, Row>,
): ReadValue {
  const rowAt = (table: number): Row | undefined => {
    const { link, set } = tables[table] ?? {}
    if (known.has(table) || !link || !set) return known.get(table)
    const key = rowAt(link.parent)?.[link.via.name]
    return rows[set.name]?.find((other) => other['id'] === key)
  }
  const read = (table: number, property: Property): RowValue => {
    const row = rowAt(table)
    return row?.[property.name] ?? (row && property.name === 'version' ? '1' : null)
  }
  const rowsOf = (table: number) => {
    const { set, link } = tables[table] ?? {}
    if (!set || !link) throw new Error('no collection')
    const key = rowAt(link.parent)?.['id']
    const found = rows[set.name]?.filter((row) => key !== undefined && row[link.via.name] === key) ?? []
    return found.map((row) => readerOf(rows, tables, new Map(known).set(table, row)))
  }
  return Object.assign(read, { rows: rowsOf })
}
