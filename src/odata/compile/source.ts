import type { BoundNode, BoundThrough } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import * as write from '#odata/compile/writer.ts'
import type { Writer } from '#odata/compile/writer.ts'
import { propertyOf, type Property } from '#odata/model.ts'

/** Source of rows: guarded tables, or the result of earlier steps with the alias `s`. */
export type Relation = { readonly from: string; readonly conditions: readonly string[] }

/** The rows of a query as a relation. */
export function relationOf(query: string): Relation {
  return { from: `(${query}) s`, conditions: [] }
}

/** Selects columns of a relation. */
export function selectText(columns: string, { from, conditions }: Relation): string {
  return `select ${columns} from ${from}${write.conditionsText('where', conditions)}`
}

/**
 * A table with the joined lookups that conditions and orders use. A lookup that may not be read is like a missing row.
 */
export function sourceText(writer: Writer, base: number): string {
  const { tables } = writer.guarded.query
  const joins = tables.map((table, index) => {
    if (table.link?.purpose !== 'join' || write.baseOf(tables, index) !== base) return ''
    const key = write.column(writer, index, propertyOf(table.set, table.set.key))
    const equals = `${key} = ${write.column(writer, table.link.parent, table.link.via)}`
    const conditions = write.conditionsText('on', [equals, write.guardText(writer, index)])
    return ` left join ${write.tableText(writer, table)}${conditions}`
  })
  return write.tableText(writer, tableAt({ tables }, base)) + joins.join('')
}

type Many = { readonly table: number; readonly of: BoundNode | undefined }
type Condition = (bound: BoundNode) => string

/** Guarded FROM and WHERE of a collection's rows; `condition` restricts them further. */
export function manyText(writer: Writer, many: Many, condition: Condition, parentKey?: string): string {
  const { from, conditions } = manyRelation(writer, many, condition, parentKey)
  return `${from}${write.conditionsText('where', conditions)}`
}

/** The guarded rows of a collection as a relation. */
export function manyRelation(writer: Writer, { table, of }: Many, condition: Condition, parentKey?: string): Relation {
  const reference = tableAt(writer.guarded.query, table)
  if (reference.link?.purpose !== 'many') throw new Error('only collections have rows')
  const parent = tableAt(writer.guarded.query, reference.link.parent)
  const key = parentKey ?? write.column(writer, reference.link.parent, propertyOf(parent.set, parent.set.key))
  const { via, through } = reference.link
  const linked = linkedText(writer, table, { via, through, key })
  // Joins come first: guards take their parameters in text order.
  const from = sourceText(writer, table)
  const conditions = [linked, write.guardText(writer, table), of && condition(of)]
  return { from, conditions: conditions.filter((each) => each !== undefined) }
}

/** Condition: the rows belong to the row with the key, by a property of their own or through readable links. */
export function linkedText(
  writer: Writer,
  table: number,
  { via, through, key }: { readonly via: Property; readonly through: BoundThrough | undefined; readonly key: string },
): string {
  const column = write.column(writer, table, via)
  if (!through) return `${column} = ${key}`
  const links = tableAt(writer.guarded.query, through.table)
  const own = `${write.column(writer, through.table, through.own)} = ${key}`
  const conditions = write.conditionsText('where', [own, write.guardText(writer, through.table)])
  const theirs = write.column(writer, through.table, through.theirs)
  return `${column} in (select ${theirs} from ${write.tableText(writer, links)}${conditions})`
}
