import { tableAt } from '#odata/bind/scope.ts'
import { odataValueType } from '#odata/bind/types.ts'
import { manyText } from '#odata/compile/source.ts'
import type { Hole } from '#odata/compile/statement.ts'
import { column, derivedText, type Writer } from '#odata/compile/writer.ts'
import { wholeSet, type Derived, type Over, type Property, type ReadPath } from '#odata/model.ts'
import { memoize } from '#platform/memoize.ts'

const writtenIn = memoize((_holes: readonly Hole[]) => new Map<string, string>())

/**
 * SQL of a computed value of a row. Written once per statement, so that sorting and showing use the same text. Binding
 * has added every table that the value reads to the query.
 */
export function derivedValue({ ofPage: _page, ...writer }: Writer, table: number, property: Property): string {
  const { derived } = property
  if (!derived) throw new Error(`${property.name} is a column`)
  const known = writtenIn(writer.holes)
  const key = `${table} ${property.name}`
  const text = known.get(key) ?? valueText(writer, table, property, derived)
  known.set(key, text)
  return text
}

function valueText(writer: Writer, table: number, property: Property, derived: Derived): string {
  const nothing = `null::${odataValueType(property.type)}`
  if (derived.over) return gatheredText(writer, table, property, { derived, over: derived.over }) ?? nothing
  // A subquery drops the collation of its expression.
  return `(select ${derivedText(writer, derived.value(reading(writer, table)))})`
}

type Gathering = { readonly derived: Derived; readonly over: Over }

function gatheredText(writer: Writer, table: number, property: Property, { derived, over }: Gathering) {
  const parent = follow(writer, table, over.lookups)
  const rows = writer.guarded.query.tables.findIndex(({ link }) => link?.derived === property && link.parent === parent)
  if (rows < 0) return undefined
  const read = reading(writer, rows)
  const value = derivedText(writer, derived.value(read))
  const from = manyText(writer, { table: rows, of: undefined }, () => '')
  const condition = over.condition ? ` and ${derivedText(writer, over.condition(read))}` : ''
  const first = over.first ? ` order by ${over.first.map(read).join(', ')} limit 1` : ''
  return `(select ${value} from ${from}${condition}${first})`
}

function reading(writer: Writer, table: number): ReadPath {
  return (path) => {
    const end = follow(writer, table, path.slice(0, -1))
    const property =
      end === undefined ? undefined : wholeSet(tableAt(writer.guarded.query, end).set).properties.get(path.at(-1) ?? '')
    return end === undefined || !property ? 'null' : column(writer, end, property)
  }
}

function follow({ guarded }: Writer, from: number, lookups: readonly string[]): number | undefined {
  let table = from
  for (const name of lookups) {
    const navigation = wholeSet(tableAt(guarded.query, table).set).navigations.get(name)
    const next = guarded.query.tables.findIndex(
      ({ link, set }) =>
        link?.purpose === 'join' &&
        link.parent === table &&
        link.via.name === navigation?.via &&
        set.name === navigation.target,
    )
    if (next < 0) return undefined
    table = next
  }
  return table
}
