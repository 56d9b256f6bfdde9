import type { BoundSelection } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import type { ReadRow } from '#odata/compile/rows.ts'
import { sourceText } from '#odata/compile/source.ts'
import { column, conditionsText, guardText, quotedName, type WireForm, type Writer } from '#odata/compile/writer.ts'
import { propertyOf, type EntitySet, type Property } from '#odata/model.ts'
import { literal } from '#platform/sql.ts'

/** Annotations of a row's values as additional columns. A looked-up row that may not be read has no name. */
export function noteTexts(writer: Writer, wire: WireForm, selection: BoundSelection, read: ReadRow): readonly string[] {
  if (!wire.annotations) return []
  const { set } = tableAt(writer.guarded.query, selection.table)
  const own = (property: Property) => read.property(selection.table, property)
  return [
    ...(wire.annotations.includes('formattedValue') ? optionTexts(selection.properties, own) : []),
    ...(wire.annotations.includes('lookupType') ? typeTexts(set, selection.properties, own) : []),
    ...(selection.names ?? []).map(({ via, table }) => nameText(writer, { via, table }, own(via))),
  ]
}

function optionTexts(properties: readonly Property[], read: (property: Property) => string): readonly string[] {
  return properties.flatMap((property) => {
    if (!property.options || property.collection) return []
    const labels = JSON.stringify(Object.fromEntries(property.options.map(({ value, label }) => [value, label])))
    return [`${literal(labels)}::jsonb ->> (${read(property)})::text as ${note(property, 'formattedValue')}`]
  })
}

function typeTexts(
  { navigations }: EntitySet,
  properties: readonly Property[],
  read: (property: Property) => string,
): readonly string[] {
  return [...navigations.values()].flatMap(({ via, target }) => {
    const property = properties.find(({ name }) => name === via)
    if (!property) return []
    return [`case when ${read(property)} is not null then ${literal(target)} end as ${note(property, 'lookupType')}`]
  })
}

function nameText(writer: Writer, { via, table }: { via: Property; table: number }, key: string): string {
  const { set } = tableAt(writer.guarded.query, table)
  const label = column(writer, table, propertyOf(set, set.label ?? set.key))
  const from = sourceText(writer, table)
  const equals = `${column(writer, table, propertyOf(set, set.key))} = ${key}`
  const conditions = conditionsText('where', [equals, guardText(writer, table)])
  return `(select ${label} from ${from}${conditions}) as ${note(via, 'lookupName')}`
}

function note({ name }: Property, annotation: string): string {
  return quotedName(`${name}@lintel.${annotation}`)
}
