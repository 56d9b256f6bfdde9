import { tableAt } from '#odata/bind/scope.ts'
import type { ReadRow } from '#odata/compile/rows.ts'
import type { Writer } from '#odata/compile/writer.ts'
import { propertyOf, type EntitySet, type Property } from '#odata/model.ts'
import { literal } from '#platform/sql.ts'

/** SQL of a row's address below the service root: `invoices(5)`, `codes('a%2Fb')`. */
export function addressText(writer: Writer, table: number, read: ReadRow): string {
  const { set } = tableAt(writer.guarded.query, table)
  return rowAddressText(set, (property) => read.property(table, property))
}

/** SQL of a row's address from the row's own columns. */
export function rowAddressText(set: EntitySet, read: (property: Property) => string): string {
  const key = propertyOf(set, set.key)
  const text = read(key)
  return `${literal(`${set.name}(`)} || ${key.type === 'Edm.String' ? quotedText(text) : text} || ')'`
}

// Bytes outside the unreserved characters become `%` and two hexadecimal digits.
function quotedText(text: string): string {
  const bytes = `convert_to(replace(${text}, '''', ''''''), 'UTF8')`
  const byte = 'substring(b.bytes from i for 1)'
  const encoded = `case when encode(${byte}, 'escape') ~ '^[A-Za-z0-9_.~''-]$' then encode(${byte}, 'escape') else '%' || upper(encode(${byte}, 'hex')) end`
  return `'''' || (select coalesce(string_agg(${encoded}, '' order by i), '') from (select ${bytes} as bytes) b, generate_series(1, length(b.bytes)) i) || ''''`
}
