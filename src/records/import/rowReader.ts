import { columnOf, type Field } from '#attributes/attribute.ts'
import { fieldReaders, type FieldReader } from '#attributes/record.ts'
import { isRefusal, type Read, type TextFormat, type WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { uuidPattern } from '#attributes/types/id.ts'
import type { FaultCode } from '#faults/catalogue.ts'
import type { Problem } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { dateOnly, readDateText } from '#records/import/dates.ts'
import { unguardFormula } from '#records/import/guard.ts'
import { truthWords } from '#records/import/profile.ts'
import type { ColumnSettings } from '#records/import/settings.ts'

/** A row that does not hold, and the first cell that shows it. */
export type RowProblem = { readonly column: number | null; readonly cell: string | null; readonly problem: Problem }

/** A prepared field: how its cells are read, and where its value stands in a row of values. */
export type ImportField = {
  readonly field: Field
  /** The column in the table. */
  readonly column: string
  /** The column in the file; null for a field that only has its default. */
  readonly source: number | null
  /** A lookup: its values are texts that still have to be found among the records of `target`. */
  readonly lookup: { readonly target: string; readonly match: ColumnSettings['match'] } | null
  readonly problem: FieldReader['problem']
}

export type RowReader = {
  readonly fields: readonly ImportField[]
  /** The values of a row in the order of `fields`, or its first problem. */
  read(cells: readonly string[]): WireValue[] | RowProblem
}

/** Prepares the reading of rows into records of an entity, by the same checks that every other write passes. */
export function rowReader(entity: EntityDefinition, columns: readonly ColumnSettings[], width: number): RowReader {
  const readers = fieldReaders(entity)
  const mapped = columns.flatMap((settings) => {
    const field = entity.fields.find(({ uri }) => uri === settings.field)
    const reader = field && readers.get(columnOf(field))
    return reader ? [cellReader(reader, settings)] : []
  })
  const defaults = [...readers.values()].flatMap((reader) => {
    const isMapped = mapped.some(({ column }) => column === reader.column)
    if (isMapped || reader.field.default === null || ('label' in reader.field && reader.field.uri !== 'status'))
      return []
    return [{ ...fixed(reader), default: reader.read(reader.field.default) }]
  })
  const constant = defaults.map(({ default: value }) => (isRefusal(value) ? null : value))

  return {
    fields: [...mapped, ...defaults],
    read(cells) {
      if (cells.length > width && cells.slice(width).some((cell) => cell !== '')) return ragged(cells, width)
      const values: WireValue[] = []
      for (const field of mapped) {
        const cell = cells[field.source] ?? ''
        const value = field.read(cell)
        if (isRefusal(value)) return { column: field.source, cell, problem: field.problem(value, cell) }
        values.push(value)
      }
      return constant.length === 0 ? values : values.concat(constant)
    },
  }
}

/** The first surplus cell shows where a delimiter is too many. */
function ragged(cells: readonly string[], columns: number): RowProblem {
  return {
    column: null,
    cell: cells.slice(columns).find((cell) => cell !== '') ?? null,
    problem: { code: 'import.ragged' satisfies FaultCode, parameters: { count: cells.length, columns } },
  }
}

function fixed({ field, column, problem }: FieldReader): ImportField {
  return { field, column, source: null, lookup: null, problem }
}

type CellReader = ImportField & { readonly source: number; readonly read: (cell: string) => Read }

function cellReader(reader: FieldReader, settings: ColumnSettings): CellReader {
  const { field } = reader
  const lookup =
    field.type === 'N:1' && field.related_entity ? { target: field.related_entity, match: settings.match } : null
  const empty = new Set(settings.emptymarks)
  const nothing: Read = field.default === null ? reader.read(null) : reader.read(field.default)
  const fromText = lookup ? lookupText(settings.match) : textReader(field, settings.format)
  const keepsSpaces = field.type === 'text' || field.type === 'textarea'
  return {
    ...fixed(reader),
    source: settings.column,
    lookup,
    read(cell) {
      if (cell === '') return nothing
      const text = keepsSpaces ? unguardFormula(cell) : cell.trim()
      if (text === '' || (empty.size > 0 && empty.has(text.trim()))) return nothing
      const value = fromText(text)
      if (isRefusal(value) || lookup) return value
      return reader.read(value)
    },
  }
}

/** Which of the ways to name a record the column uses; the record itself is found later, many at a time. */
function lookupText(match: ColumnSettings['match']): (text: string) => Read {
  if (match !== 'id') return (text) => unguardFormula(text)
  return (text) => (uuidPattern.test(text) ? text.toLowerCase() : { code: 'validation.lookup' })
}

/** What is in its final form already goes straight to the check of the value. */
const isIsoDay = /^\d{4}-\d\d-\d\d$/
const isIsoInstant = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Files write dates and truth values in more ways than forms do; what is not known here goes to the type itself. */
function textReader(field: Field, format: TextFormat): (text: string) => Read {
  const type = attributeTypes[field.type]
  switch (field.type) {
    case 'date':
      return (text) => {
        if (isIsoDay.test(text)) return text
        const iso = readDateText(text, format.dateOrder)
        return iso === null ? type.fromText(text, field, format) : dateOnly(iso)
      }
    case 'datetime':
      return (text) => {
        if (isIsoInstant.test(text)) return text
        const iso = readDateText(text, format.dateOrder)
        if (iso === null) return type.fromText(text, field, format)
        return iso.length === 10 ? `${iso}T00:00:00Z` : iso
      }
    case 'boolean':
      return (text) => truthWords.get(text.toLowerCase()) ?? type.fromText(text, field, format)
    case 'select':
      return choiceReader(field, (text) => type.fromText(text, field, format))
    case 'text':
    case 'textarea':
      return (text) => text
    case 'number':
    case 'decimal':
      // Nothing to translate: the check of the value reads this form.
      if (format.decimal === '.' && format.group === '') return (text) => text
      return (text) => type.fromText(text, field, format)
    default:
      return (text) => type.fromText(text, field, format)
  }
}

/** Choices are few: each spelling is looked for once. */
function choiceReader(field: Field, read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>(field.options.map(({ value }) => [value, value]))
  return (text) => {
    const value = known.get(text)
    if (value !== undefined) return value
    const found = read(unguardFormula(text))
    if (known.size < 10_000) known.set(text, found)
    return found
  }
}
