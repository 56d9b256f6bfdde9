import type { TableReference } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { statementName } from '#odata/compile/hash.ts'
import { guardBranch, type Hole, type ReadVersions } from '#odata/compile/statement.ts'
import type { GuardedQuery } from '#odata/guard.ts'
import type { Circumstance, Property, TableMap, TableOfSet } from '#odata/model.ts'
import type { SqlFragment } from '#odata/sql.ts'
import { ident, qualified } from '#platform/sql.ts'

/** State of writing a statement: the guarded query, the tables, and the holes so far. */
export type Writer = {
  readonly guarded: GuardedQuery
  readonly tables: TableMap
  readonly holes: Hole[]
  /** Namespace of the model's types. */
  readonly namespace?: string | undefined
  /** Maximum page size of expanded collections. */
  readonly maxPageSize?: number | undefined
  /**
   * Writes the SQL of a computed property. Passed in to avoid a cycle of imports, because computed values consist of
   * columns.
   */
  readonly derive: (writer: Writer, table: number, property: Property) => string
  /**
   * Set while writing the rows of a page: the tables are out of scope there, so values are read from the page's
   * columns.
   */
  readonly ofPage?: (text: string) => string
}

/**
 * Available annotations, by name after `lintel.`: the display text of a value, the name of a looked-up row, and the
 * entity set of a looked-up row.
 */
export const annotations = ['formattedValue', 'lookupName', 'lookupType'] as const
export type ControlAnnotation = (typeof annotations)[number]

/** Wire format options of an answer. */
export type WireForm = {
  /** `IEEE754Compatible=true`: 64-bit and decimal numbers are texts. */
  readonly numbersAsText: boolean
  /** Amount of control information: none, everything computable from the model, or the necessary minimum by default. */
  readonly metadata?: 'none' | 'full'
  /** Properties without a value are omitted. */
  readonly omitsNulls?: true
  /** Annotations beside the values (`Prefer: include-annotations`). */
  readonly annotations?: readonly ControlAnnotation[]
}

/** Adds a parameter for the hole: `$n`. */
export function holeParameter(writer: Writer, hole: Hole): string {
  return `$${writer.holes.push(hole)}`
}

/** The table of a reference with its alias. */
export function tableText(writer: Writer, table: TableReference): string {
  const { schema, table: name } = tablePlace(writer, table)
  return `${qualified(schema, name)} ${table.alias}`
}

/** The table of a reference's set. Throws where missing. */
export function tablePlace(writer: Writer, table: TableReference): TableOfSet {
  const place = writer.tables.get(table.set.name)
  if (!place) throw new Error(`${table.set.name} has no table`)
  return place
}

/** SQL of a property at its table's alias. */
export function column(writer: Writer, index: number, property: Property): string {
  const { query } = writer.guarded
  const table = tableAt(query, index)
  const text = property.derived ? writer.derive(writer, index, property) : columnText(writer, table, property)
  return writer.ofPage && baseOf(query.tables, index) === 0 ? writer.ofPage(text) : text
}

function columnText(writer: Writer, table: TableReference, { name }: Property): string {
  return `${table.alias}.${ident(tablePlace(writer, table).columns?.get(name) ?? name)}`
}

/** The base table of a joined lookup. */
export function baseOf(tables: readonly TableReference[], index: number): number {
  const { link } = tableAt({ tables }, index)
  return link?.purpose === 'join' ? baseOf(tables, link.parent) : index
}

/** The ` collate` for sorting by the property. */
export function propertyCollation(writer: Writer, index: number, property: Property): string {
  const { collation } = tablePlace(writer, tableAt(writer.guarded.query, index))
  return collation !== undefined && property.type === 'Edm.String' ? ` collate ${collation}` : ''
}

/** The ` collate` of the root table's texts. */
export function rootCollation(writer: Writer): string {
  const { collation } = tablePlace(writer, tableAt(writer.guarded.query, 0))
  return collation === undefined ? '' : ` collate ${collation}`
}

/** The guard of a table reference, or one branch, as a condition; undefined where every row is readable. */
export function guardText(writer: Writer, table: number, branch?: number): string | undefined {
  const condition = guardBranch(writer.guarded.conditions[table], branch)
  if (!condition) return undefined
  return `(${fragmentText(writer, condition, (index) => ({ from: 'guard', table, branch, index }))})`
}

/** Writes an internal fragment whose values are constants or context values of the request. */
export function derivedText(writer: Writer, fragment: SqlFragment): string {
  return fragmentText(writer, fragment, (index) => {
    const value = fragment.values[index]
    return isCircumstance(value) ? { from: 'circumstance', name: value.circumstance } : { from: 'constant', value }
  })
}

function isCircumstance(value: unknown): value is Circumstance {
  return typeof value === 'object' && value !== null && 'circumstance' in value
}

/** The version columns and their source. */
export function versionsText(writer: Writer, versions: ReadVersions): { columns: string; from: string } {
  const part = (part: 'from' | 'columns') =>
    fragmentText(writer, versions[part], (index) => ({ from: 'versions', part, index }))
  return { columns: part('columns'), from: part('from') }
}

/**
 * A requested name or path as a column name. Long names are replaced by a digest, because PostgreSQL would truncate
 * them.
 */
export function quotedName(name: string): string {
  return `"${(name.length > 63 ? statementName(name) : name).replaceAll('"', '""')}"`
}

/** Conditions joined by `and` after a keyword; empty without conditions. */
export function conditionsText(word: string, conditions: readonly (string | undefined)[]): string {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length > 0 ? ` ${word} ${given.join(' and ')}` : ''
}

/** The WITH clause of a statement. */
export function withText(queries: readonly (string | undefined)[]): string {
  const given = queries.filter((query) => query !== undefined)
  return given.length > 0 ? `with ${given.join(', ')} ` : ''
}

function fragmentText(writer: Writer, fragment: SqlFragment, holeAt: (index: number) => Hole): string {
  const { parts, values } = fragment
  return parts.reduce((text, part, index) => {
    const hole = index < values.length ? holeParameter(writer, holeAt(index)) : ''
    return text + part + hole
  }, '')
}
