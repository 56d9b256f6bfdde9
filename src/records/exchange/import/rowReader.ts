import { crossFieldRules } from '#attributes/crossFieldRule.ts'
import { columnOf, isLink, isStored, type Field } from '#attributes/attribute.ts'
import { fieldDefault, fieldReaders, type FieldReader } from '#attributes/record.ts'
import { isRefusal, type Read, type TextFormat, type WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { hasPercentSign } from '#attributes/percentReading.ts'
import { uuidPattern } from '#attributes/uuid.ts'
import type { FaultCode } from '#faults/catalogue.ts'
import type { Problem } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { dateOnly, readDateText } from '#dates/writtenDate.ts'
import { unguardFormula } from '#text/formulaGuard.ts'
import { importedMomentReader } from '#records/exchange/import/moments.ts'
import { truthWords } from '#records/exchange/import/profile.ts'
import { principalTarget } from '#entities/system.ts'
import type { ColumnSettings, ImportTarget } from '#records/exchange/import/settings.ts'

/** A row that does not hold, and the first cell that shows it. */
export type RowProblem = {
  readonly column: number | null
  readonly cell: string | null
  readonly problem: Problem
  /** The name of the field, where no column of the file fills it. */
  readonly field?: string
}

/** A prepared field: how its cells are read, and where its value stands in a row of values. */
export type ImportField = {
  readonly field: Field
  /** The column in the table. */
  readonly column: string
  /** The column in the file; null for a field that only has its default. */
  readonly source: number | null
  /** A lookup: its values are texts that still have to be found among the records of `target`. */
  readonly lookup: ImportLookup | null
  readonly problem: FieldReader['problem']
  /** The value as the column takes it, where that is another. */
  readonly stored: FieldReader['stored']
}

export type ImportLookup = {
  /** The id of an entity, or the principals. */
  readonly target: string
  readonly match: ColumnSettings['match']
  readonly key: string | undefined
  readonly missing: ColumnSettings['missing']
  /** On whose clocks a key is read that is a moment without a zone. */
  readonly timeZone: string
  /** The kinds of principals that may be meant. */
  readonly kinds?: readonly string[]
}

export type RowReader = {
  readonly fields: readonly ImportField[]
  /** The values of a row in the order of `fields`, or its first problem. */
  read(cells: readonly string[]): WireValue[] | RowProblem
}

/** Around the rows: how many columns the file has, the instant that times are compared with, and the zone of times without one. */
export type RowPlace = CellPlace & { readonly width: number; readonly now?: string }

/** What cells mean beside their texts: the zone of moments without one, and whether they were values of JSON. */
type CellPlace = { readonly timeZone: string; readonly isJson: boolean }

/** Prepares the reading of rows into records of an entity, by the same checks that every other write passes. */
export function rowReader(
  entity: EntityDefinition,
  { columns, keys }: Pick<ImportTarget, 'columns' | 'keys'>,
  { width, now, ...place }: RowPlace,
): RowReader {
  const readers = fieldReaders(entity)
  const mapped = columns.flatMap((settings) => {
    const field = entity.fields.find(({ uri }) => uri === settings.field)
    const reader = field && readers.get(columnOf(field))
    return reader ? [cellReader(reader, settings, place)] : []
  })
  const defaults = [...readers.values()].flatMap((reader) => {
    const isMapped = mapped.some(({ column }) => column === reader.column)
    const value = fieldDefault(reader.field)
    if (isMapped || value === null || ('label' in reader.field && reader.field.uri !== 'status')) return []
    return [{ ...fixed(reader), default: reader.read(value) }]
  })
  const constant = defaults.map(({ default: value }) => (isRefusal(value) ? null : value))
  const reckoned = [...readers.values()].filter(({ column, field }) => {
    return isReckoned(field) && ![...mapped, ...defaults].some((each) => each.column === column)
  })
  const fields = [...mapped, ...defaults, ...reckoned.map(fixed)]
  constant.push(...reckoned.map(() => null))
  // Rows that may change a record say only a part of it: they are looked at when it is known which.
  const across = keys.length > 0 ? undefined : acrossCheck(entity, fields, now)

  return {
    fields,
    read(cells) {
      if (cells.length > width && cells.slice(width).some((cell) => cell !== '')) return ragged(cells, width)
      const values: WireValue[] = []
      for (const field of mapped) {
        const cell = cells[field.source] ?? ''
        const value = field.read(cell)
        if (isRefusal(value)) return { column: field.source, cell, problem: field.problem(value, cell) }
        values.push(value)
      }
      const whole = constant.length === 0 ? values : values.concat(constant)
      return across?.(whole) ?? whole
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

function fixed({ field, column, problem, stored }: FieldReader): ImportField {
  return { field, column, source: null, lookup: null, problem, stored }
}

/** Whether a new record gets a value of the field by an expression where none is given. */
export function isReckoned(field: Field): boolean {
  return !('label' in field) && field.default_expression !== null
}

/** The rules of a new record that look beyond one value; nothing where the entity has none. */
function acrossCheck(
  entity: EntityDefinition,
  fields: readonly ImportField[],
  now: string | undefined,
): ((values: readonly WireValue[]) => RowProblem | null) | undefined {
  const rules = crossFieldRules(entity.fields.filter(isStored))
  if (rules.length === 0) return undefined
  // What lookups say is not an id yet.
  const given = fields.flatMap(({ column, lookup }, at) => (lookup === null ? [[column, at] as const] : []))
  return (row) => {
    const values = Object.fromEntries(given.map(([column, at]) => [column, row[at] ?? null]))
    for (const finding of rules.flatMap((rule) => rule({ values, isCreate: true, now }))) {
      const field = 'refusal' in finding && fields.find(({ column }) => column === finding.column)
      if (field) return problemAt(field, field.problem(finding.refusal, values[field.column]), null)
    }
    return null
  }
}

/** A problem of a row at one of its fields. */
export function problemAt({ source, field }: ImportField, problem: Problem, cell: string | null): RowProblem {
  return source === null ? { column: null, cell: null, problem, field: field.name } : { column: source, cell, problem }
}

type CellReader = ImportField & { readonly source: number; readonly read: (cell: string) => Read }

function cellReader(reader: FieldReader, settings: ColumnSettings, place: CellPlace): CellReader {
  const { field } = reader
  const lookup = lookupOf(field, settings, place.timeZone)
  const empty = new Set(settings.emptymarks)
  const isOwnId = 'label' in field && field.uri === 'id'
  // An empty cell says that there is nothing; only where there must be something the default stands in.
  // What is computed is so later, and demanded then.
  const nothing: Read = isOwnId || isReckoned(field) ? null : reader.read(field.required ? fieldDefault(field) : null)
  const fromText = lookup ? lookupText(settings.match) : textReader(field, settings.format, place)
  const keepsSpaces = attributeTypes[field.type].keepsSpaces
  return {
    ...fixed(reader),
    source: settings.column,
    lookup,
    read(cell) {
      if (cell === '') return nothing
      const text = unguardFormula(keepsSpaces ? cell : cell.trim())
      if (text === '' || (empty.size > 0 && empty.has(text.trim()))) return nothing
      const value = fromText(text)
      if (isRefusal(value) || lookup) return value
      return reader.read(value)
    },
  }
}

function lookupOf(field: Field, { match, key, missing }: ColumnSettings, timeZone: string): ImportLookup | null {
  if (!isLink(field)) return null
  const link = { match, key, missing, timeZone }
  if (field.type === 'user') return { ...link, target: principalTarget, kinds: ['member'] }
  if (field.type === 'team') return { ...link, target: principalTarget, kinds: ['team'] }
  return field.related_entity === null ? null : { ...link, target: field.related_entity }
}

/** Which of the ways to name a record the column uses; the record itself is found later, many at a time. */
function lookupText(match: ColumnSettings['match']): (text: string) => Read {
  if (match !== 'id') return (text) => text
  return (text) => (uuidPattern.test(text) ? text.toLowerCase() : { code: 'validation.lookup' })
}

/** What is in its final form already goes straight to the check of the value. */
const isIsoDay = /^\d{4}-\d\d-\d\d$/

/** Files write dates and truth values in more ways than forms do; what is not known here goes to the type itself. */
function textReader(field: Field, format: TextFormat, place: CellPlace): (text: string) => Read {
  const type = attributeTypes[field.type]
  const isPlain = format.decimal === '.' && format.group === ''
  const own = (text: string) => type.fromText(text, field, format)
  switch (type.cellReader) {
    case 'day':
      return (text) => {
        if (isIsoDay.test(text)) return text
        const iso = readDateText(text, format.dateOrder)
        return iso === null ? own(text) : dateOnly(iso)
      }
    case 'moment':
      return importedMomentReader(field, format, place.timeZone)
    case 'truth':
      return (text) => truthWords.get(text.toLowerCase()) ?? own(text)
    case 'choice':
      return choiceReader(field, own)
    case 'asIs':
      return (text) => text
    case 'number':
      // What is plain needs no translation: the check of the value reads this form.
      return (text) => {
        if (hasPercentSign(text)) return attributeTypes.percent.fromText(text, field, format)
        return isPlain ? text : own(text)
      }
    case 'percent':
      // Numbers of JSON are values as the API has them.
      return place.isJson ? (text) => (hasPercentSign(text) ? own(text) : text) : own
    case 'fromText':
      return own
  }
}

/** Choices are few: each spelling is looked for once. */
function choiceReader(field: Field, read: (text: string) => Read): (text: string) => Read {
  const known = new Map<string, Read>(field.options.map(({ value }) => [value, value]))
  return (text) => {
    const value = known.get(text)
    if (value !== undefined) return value
    const found = read(text)
    if (known.size < 10_000) known.set(text, found)
    return found
  }
}
