import type { TableReference } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { statementName } from '#odata/compile/hash.ts'
import { guardBranch, type Hole, type ReadVersions } from '#odata/compile/statement.ts'
import type { GuardedQuery } from '#odata/guard.ts'
import type { Circumstance, Property, TableMap, TableOfSet } from '#odata/model.ts'
import type { SqlFragment } from '#odata/sql.ts'
import { ident, qualified } from '#platform/sql.ts'

/** What a statement is written with: the guarded query, the tables, and the holes found so far. */
export type Writer = {
  readonly guarded: GuardedQuery
  readonly tables: TableMap
  readonly holes: Hole[]
  /** The namespace of the model's types. */
  readonly namespace?: string | undefined
  /** How many rows of each expanded collection are wanted at most. */
  readonly maxPageSize?: number | undefined
  /** The SQL of a value without a column. Given along, since it is made of columns. */
  readonly derive: (writer: Writer, table: number, property: Property) => string
  /** Where the rows of a page are written, their tables are out of reach: what is read of them comes with the page. */
  readonly ofPage?: (text: string) => string
}

/**
 * What can be said beside a value, by its name behind `lintel.`: what people read instead of it, the name of the row that a
 * lookup points to, and the set of that row.
 */
export const annotations = ['formattedValue', 'lookupName', 'lookupType'] as const
export type ControlAnnotation = (typeof annotations)[number]

/** How the answer writes what JSON leaves open. */
export type WireForm = {
  /** `IEEE754Compatible=true`: 64-bit and decimal numbers are texts. */
  readonly numbersAsText: boolean
  /** What stands beside the values: nothing, or all that could be computed from the model; what is needed where nothing is said. */
  readonly metadata?: 'none' | 'full'
  /** Properties without a value are left out. */
  readonly omitsNulls?: true
  /** What is said beside the values (`Prefer: include-annotations`). */
  readonly annotations?: readonly ControlAnnotation[]
}

/** A parameter for the hole: `$n`. */
export function holeParameter(writer: Writer, hole: Hole): string {
  return `$${writer.holes.push(hole)}`
}

/** The table of a reference with its alias. */
export function tableText(writer: Writer, table: TableReference): string {
  const { schema, table: name } = tablePlace(writer, table)
  return `${qualified(schema, name)} ${table.alias}`
}

/** Where a reference's set lives. */
export function tablePlace(writer: Writer, table: TableReference): TableOfSet {
  const place = writer.tables.get(table.set.name)
  if (!place) throw new Error(`${table.set.name} has no table`)
  return place
}

/** A property's column at its table's alias. */
export function column(writer: Writer, index: number, property: Property): string {
  const { query } = writer.guarded
  const table = tableAt(query, index)
  const text = property.derived ? writer.derive(writer, index, property) : columnText(writer, table, property)
  return writer.ofPage && baseOf(query.tables, index) === 0 ? writer.ofPage(text) : text
}

function columnText(writer: Writer, table: TableReference, { name }: Property): string {
  return `${table.alias}.${ident(tablePlace(writer, table).columns?.get(name) ?? name)}`
}

/** The table whose rows a joined lookup stands beside. */
export function baseOf(tables: readonly TableReference[], index: number): number {
  const { link } = tableAt({ tables }, index)
  return link?.purpose === 'join' ? baseOf(tables, link.parent) : index
}

/** The ` collate` that sorting by the property needs. */
export function propertyCollation(writer: Writer, index: number, property: Property): string {
  const { collation } = tablePlace(writer, tableAt(writer.guarded.query, index))
  return collation !== undefined && property.type === 'Edm.String' ? ` collate ${collation}` : ''
}

/** The ` collate` of the root's texts. */
export function rootCollation(writer: Writer): string {
  const { collation } = tablePlace(writer, tableAt(writer.guarded.query, 0))
  return collation === undefined ? '' : ` collate ${collation}`
}

/** The guard of a table reference as a condition, or one branch of it; nothing where every row may be read. */
export function guardText(writer: Writer, table: number, branch?: number): string | undefined {
  const condition = guardBranch(writer.guarded.conditions[table], branch)
  if (!condition) return undefined
  return `(${fragmentText(writer, condition, (index) => ({ from: 'guard', table, branch, index }))})`
}

/** A fragment of our own whose values are values or what each request brings. */
export function derivedText(writer: Writer, fragment: SqlFragment): string {
  return fragmentText(writer, fragment, (index) => {
    const value = fragment.values[index]
    return isCircumstance(value) ? { from: 'circumstance', name: value.circumstance } : { from: 'constant', value }
  })
}

function isCircumstance(value: unknown): value is Circumstance {
  return typeof value === 'object' && value !== null && 'circumstance' in value
}

/** The versions' columns and their source. */
export function versionsText(writer: Writer, versions: ReadVersions): { columns: string; from: string } {
  const part = (part: 'from' | 'columns') =>
    fragmentText(writer, versions[part], (index) => ({ from: 'versions', part, index }))
  return { columns: part('columns'), from: part('from') }
}

/** A name that a request made up, or a path, as a column. PostgreSQL would cut a long one off, so it gets another name. */
export function quotedName(name: string): string {
  return `"${(name.length > 63 ? statementName(name) : name).replaceAll('"', '""')}"`
}

/** Conditions joined by `and`, with the word before them. */
export function conditionsText(word: string, conditions: readonly (string | undefined)[]): string {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length > 0 ? ` ${word} ${given.join(' and ')}` : ''
}

/** Named queries before a statement. */
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
