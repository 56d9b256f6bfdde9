import type { BoundSelection, BoundType } from '#odata/bind/bound.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { boundType } from '#odata/bind/types.ts'
import { givenTypes } from '#odata/compile/control.ts'
import type { ReadRow } from '#odata/compile/rows.ts'
import type { ReadVersions } from '#odata/compile/statement.ts'
import * as write from '#odata/compile/writer.ts'
import type { WireForm, Writer } from '#odata/compile/writer.ts'
import { propertyOf, type Property } from '#odata/model.ts'
import { literal } from '#platform/sql.ts'
import type { JsonForm, JsonMember } from '#platform/jsonRows.ts'

/**
 * Members of plain rows, whose JSON is not made by SQL: the columns are returned as they are, and the reader of the
 * answer writes the JSON. Half the cost of PostgreSQL's JSON functions, but only for rows of single values.
 */
export type PlainMember = { readonly name: string; readonly form: JsonForm; readonly text: (read: ReadRow) => string }

const forms: Readonly<Record<string, JsonForm>> = {
  'Edm.Guid': 'word',
  'Edm.String': 'text',
  'Edm.Int32': 'number',
  'Edm.Int64': 'number',
  'Edm.Decimal': 'number',
  'Edm.Boolean': 'boolean',
  'Edm.Date': 'word',
  'Edm.DateTimeOffset': 'instant',
}

/** The members of plain rows; undefined where any member is more than a single value. */
export function plainMembers(
  writer: Writer,
  wire: WireForm,
  selection: BoundSelection,
): readonly PlainMember[] | undefined {
  const { set } = tableAt(writer.guarded.query, selection.table)
  const { properties, computed, expands } = selection
  if (
    wire.metadata !== undefined ||
    wire.omitsNulls ||
    wire.annotations ||
    selection.as !== undefined ||
    expands.length > 0
  )
    return undefined
  const versions = set.etag === undefined ? [] : [propertyOf(set, set.etag)]
  const members = [
    ...versions.map((property) => ({
      name: '@odata.etag',
      form: 'etag' as const,
      text: reading(selection.table, property),
    })),
    ...properties.map((property) => ({
      name: property.name,
      form: isSimple(property) ? formOf(wire, property.type) : undefined,
      text: reading(selection.table, property),
    })),
    ...computed.flatMap(({ name, expression }) => {
      const type = boundType(expression)
      const told = givenTypes(writer, wire, [{ name, type }]).map((each) => ({
        name: each.name,
        form: 'word' as const,
        text: () => `${literal(each.type)}::text`,
      }))
      return [...told, { name, form: formOf(wire, type), text: (read: ReadRow) => read.value(expression) }]
    }),
  ]
  const known = members.flatMap(({ form, ...member }) => (form ? [{ ...member, form }] : []))
  return known.length === members.length ? known : undefined
}

/**
 * The statement of plain rows. Values of the whole answer are a leading row, so that they arrive without data rows too.
 * `rows` is the text after the word `select`; the first of its columns is never null.
 */
export function plainText(
  writer: Writer,
  versions: ReadVersions | undefined,
  { rows, columns, heads }: { readonly rows: string; readonly columns: number; readonly heads: readonly string[] },
): string {
  const own = versions && write.versionsText(writer, versions)
  const given = own ? [own.columns, ...heads] : heads
  if (given.length === 0) return `select ${rows}`
  const nulls = (count: number) => Array.from({ length: count }, () => 'null').join(', ')
  const width = heads.length + (versions?.width ?? 0)
  const head = `select ${given.join(', ')}, ${nulls(columns)}${own ? ` from ${own.from}` : ''}`
  return `${head} union all (select ${nulls(width)}, ${rows})`
}

/** The JSON members of plain rows; `placeOf` returns the column position of an SQL text. */
export function jsonMembers(
  members: readonly PlainMember[],
  read: ReadRow,
  placeOf: (text: string) => number,
): readonly JsonMember[] {
  return members.map(({ name, form, text }) => ({ name, form, column: placeOf(text(read)) }))
}

function reading(table: number, property: Property): PlainMember['text'] {
  return (read) => read.property(table, property)
}

function isSimple({ name, collection, enumeration }: Property): boolean {
  return !collection && !enumeration && !name.includes('/')
}

function formOf(wire: WireForm, type: BoundType): JsonForm | undefined {
  if (wire.numbersAsText && (type === 'Edm.Int64' || type === 'Edm.Decimal')) return 'digits'
  return typeof type === 'string' ? forms[type] : undefined
}
