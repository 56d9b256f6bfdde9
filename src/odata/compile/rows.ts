import type { BoundSelection } from '#odata/bind/bound.ts'
import { propertyOf } from '#odata/bind/list.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { column, conditionsText, guardText, tableText, type Wire, type Writer } from '#odata/compile/writer.ts'
import type { Property } from '#odata/model.ts'
import { ident } from '#platform/sql.ts'

/** Gives the SQL of a property's value; the root's come from the page, an expanded row's from its own table. */
export type ReadColumn = (table: number, property: Property) => string

/** The select list of a row of the answer: its etag, its properties, its lookups. */
export function rowText(writer: Writer, wire: Wire, selection: BoundSelection, read: ReadColumn): string {
  const { set } = tableAt(writer.guarded.query, selection.table)
  const version = set.etag === undefined ? undefined : propertyOf(set, set.etag)
  const etag = version && `'W/"' || ${read(selection.table, version)} || '"' as "@odata.etag"`
  const columns = selection.properties.map((property) => {
    return `${wireText(wire, property, read(selection.table, property))} as ${ident(property.name)}`
  })
  const expands = selection.expands.map((expand) => {
    return `${lookupText(writer, wire, expand.selection, read)} as ${ident(expand.name)}`
  })
  return [etag, ...columns, ...expands].filter((part) => part !== undefined).join(', ')
}

export function wireText(wire: Wire, property: Property, text: string): string {
  const isLong = property.type === 'Edm.Int64' || property.type === 'Edm.Decimal'
  return wire.numbersAsText && isLong ? `${text}::text` : text
}

// A lookup's row, or null where there is none or the asker may not read it.
function lookupText(writer: Writer, wire: Wire, selection: BoundSelection, read: ReadColumn): string {
  const { query } = writer.guarded
  const table = tableAt(query, selection.table)
  if (!table.link) throw new Error('only lookups are expanded')
  const own: ReadColumn = (index, property) => column(writer, index, property)
  const row = rowText(writer, wire, selection, own)
  const key = column(writer, selection.table, propertyOf(table.set, table.set.key))
  const conditions = [`${key} = ${read(table.link.parent, table.link.via)}`, guardText(writer, selection.table)]
  const rows = `select ${row} from ${tableText(writer, table)}${conditionsText('where', conditions)}`
  return `(select row_to_json(r) from (${rows}) r)`
}
