import { joinFragments, raw } from '#odata/fragments.ts'
import { odataValueType } from '#odata/bind/types.ts'
import { propertyOf, storedProperties, type EntitySet, type Property, type TableOfSet } from '#odata/model.ts'
import type { SqlFragment } from '#odata/sql.ts'
import type { PlanSlot } from '#odata/write/plan.ts'
import { ident, qualified } from '#platform/sql.ts'
import type { Check, WriteStatement, Stamp } from '#odata/write/writeStatements.ts'

/** A value for a column. */
export type Assignment = {
  readonly property: Property
  readonly value: SqlFragment
  /** Written without comparing to the stored value, which nobody may read. */
  readonly always?: true
}

const columnTypes: Record<Property['type'], string> = {
  'Edm.Guid': 'uuid',
  'Edm.String': 'text',
  'Edm.Byte': 'smallint',
  'Edm.SByte': 'smallint',
  'Edm.Int16': 'smallint',
  'Edm.Int32': 'integer',
  'Edm.Int64': 'bigint',
  'Edm.Decimal': 'numeric',
  'Edm.Single': 'real',
  'Edm.Double': 'double precision',
  'Edm.Boolean': 'boolean',
  'Edm.Date': 'date',
  'Edm.DateTimeOffset': 'timestamptz',
  'Edm.TimeOfDay': 'time',
  'Edm.Duration': 'interval',
  'Edm.Binary': 'bytea',
  'Edm.Stream': 'bytea',
  'Edm.GeographyPoint': 'jsonb',
  'Edm.GeographyLineString': 'jsonb',
  'Edm.GeographyPolygon': 'jsonb',
  'Edm.GeometryPoint': 'jsonb',
  'Edm.GeometryLineString': 'jsonb',
  'Edm.GeometryPolygon': 'jsonb',
}

/** Assigns a JSON value to a property; the value is a parameter of the column's type. */
export function assign(property: Property, value: unknown): Assignment {
  const type = columnTypes[property.type] + (property.collection ? '[]' : '')
  return { property, value: { parts: ['', `::${type}`], values: [value] } }
}

export function tableName(table: TableOfSet): string {
  return qualified(table.schema, table.table)
}

export function columnName(table: TableOfSet, property: Property): string {
  return ident(table.columns?.get(property.name) ?? property.name)
}

/** Every column of the set from a table alias, named by its property. */
export function allColumns(set: EntitySet, table: TableOfSet, alias: string): string {
  const contents = [...set.properties.values()].flatMap(({ content }) =>
    content ? [content.mediaType, content.etag] : [],
  )
  return [...storedProperties(set), ...contents]
    .map((property) => {
      const column = columnName(table, property)
      return `${alias}.${column}${column === ident(property.name) ? '' : ` as ${ident(property.name)}`}`
    })
    .join(', ')
}

/**
 * Whether a statement makes one write or several of the same form. Several writes are rows in `given`, numbered by
 * `_n`, and each slot is a column of `given`.
 */
export type Amount = 'one' | 'several'

/** The rows `versions` and `checks` at the start of every write. */
export function preamble(stamp: Stamp, checks: readonly Check[], amount: Amount): SqlFragment[] {
  const versions = joinFragments([raw('"versions" as ('), stamp.versions, raw(')')])
  if (checks.length === 0) return [versions]
  const columns = checks.map((check, index) => joinFragments([raw('('), check.condition, raw(`) as "check${index}"`)]))
  const number = amount === 'several' ? 'g."_n", ' : ''
  return [
    versions,
    joinFragments([
      raw(`"checks" as (select ${number}`),
      joinFragments(columns, ', '),
      raw(`${answeredFrom(amount)})`),
    ]),
  ]
}

/** Condition: the versions match and all checks hold, over the rows of `preamble`. */
export function mayWrite(stamp: Stamp, checks: readonly Check[], amount: Amount): SqlFragment {
  const versions: SqlFragment = {
    parts: ['exists (select 1 from "versions" where model_version = ', '::bigint and access_version = ', '::bigint)'],
    values: [stamp.model, stamp.access],
  }
  const conditions = checks.map((_check, index) => raw(checkText(index, amount)))
  return joinFragments([versions, ...conditions], ' and ')
}

/** Result columns with the versions and the checks. */
export function verdict(checks: readonly Check[], amount: Amount): string {
  const failed = checks.map((_check, index) => `${checkText(index, amount)} as "check${index}"`)
  return [
    ...(amount === 'several' ? ['g."_n"'] : []),
    '(select model_version from "versions")',
    '(select access_version from "versions")',
    ...failed,
  ].join(', ')
}

/** The result of a table change as the rows `after`; for several writes each row is joined with its row in `given`. */
export function afterText(change: SqlFragment, set: EntitySet, key: SqlFragment, amount: Amount): SqlFragment {
  if (amount === 'one') return joinFragments([raw('"after" as ('), change, raw(')')])
  const beside = raw(`), "after" as (select * from "made" m join "given" g on m.${ident(set.key)} = `)
  return joinFragments([raw('"made" as ('), change, beside, key, raw(')')])
}

/** The key of a row, as a typed parameter. */
export function keyText(set: EntitySet, key: PlanSlot): SqlFragment {
  return { parts: ['', `::${odataValueType(propertyOf(set, set.key).type)}`], values: [key] }
}

/** A companion statement under its name, readable by the other statements. */
export function namedStatement({ name, statement }: WriteStatement): SqlFragment {
  return joinFragments([raw(`"${name}" as (`), statement, raw(')')])
}

/** FROM clause with the rows of several writes; empty for a single write. */
export function answeredFrom(amount: Amount): string {
  return amount === 'several' ? ' from "given" g' : ''
}

function checkText(index: number, amount: Amount): string {
  return `(select "check${index}" from "checks"${amount === 'several' ? ' c where c."_n" = g."_n"' : ''})`
}

/** Returns the SQL of a written row's JSON text, read from the row named `row`. */
export type ShowRow = (row: string) => string
