import type { Problem } from '#faults/fault.ts'
import { isChoice, columnOf, isStored, type Field } from '#attributes/attribute.ts'
import { crossFieldRules, type CrossFieldRule } from '#attributes/crossFieldRule.ts'
import { ruleHolds, type RowRule } from '#attributes/rowRule.ts'
import { valueChecks, type ValueCheck } from '#attributes/validators.ts'
import { isRefusal, type AttributeType, type Read, type Refusal, type WireValue } from '#attributes/type.ts'
import { attributeTypes } from '#attributes/types.ts'
import { memoize } from '#platform/memoize.ts'

/** Normalised values by column. */
export type RecordValues = Record<string, WireValue>
export type RecordCheck =
  | {
      readonly values: RecordValues
      /** What the record must be like beside the values, where only some of it is changed. */
      readonly rules?: readonly RowRule[]
    }
  | { readonly problems: readonly Problem[] }
export type RecordMode = 'create' | 'update'

/** What `validateRecord` needs of an entity: everything that its records have, the common record fields included. */
export type RecordShape = { readonly fields: readonly Field[] }

/** One field, prepared: what runs once a cell. */
export type FieldReader = {
  readonly field: Field
  readonly column: string
  /** The normalised value of this field; null, absent and empty texts are null. */
  readonly read: (value: unknown) => Read
  /** Whether writers may not give it at all. */
  readonly isClosed: Readonly<Record<RecordMode, boolean>>
  /** The value as the column takes it, where that is another than the one on the wire. */
  readonly stored: AttributeType['stored']
  /** A refusal of `read` as the problem that people see, with the maker's own message where there is one. */
  readonly problem: (refusal: Refusal, value: unknown) => Problem
}

type Check = ReturnType<AttributeType['reader']>

type Prepared = {
  readonly byColumn: ReadonlyMap<string, FieldReader>
  readonly atCreate: readonly FieldReader[]
  readonly across: readonly CrossFieldRule[]
}

/** What a check may know beyond the values: the instant of now, and the record as it stands before an update. */
export type Surroundings = {
  readonly now?: string
  readonly before?: Readonly<Record<string, WireValue | undefined>>
}

/**
 * The one check of a record's values, for forms, API, import and automations alike. Keys of `input` are columns
 * (`customer_id` for a lookup `customer`). At `create` defaults are filled in and required fields demanded; at
 * `update` only what is given is looked at. All problems at once, each at its field.
 */
export function validateRecord(
  entity: RecordShape,
  input: Readonly<Record<string, unknown>>,
  mode: RecordMode,
  surroundings: Surroundings = {},
): RecordCheck {
  const { byColumn, atCreate, across } = readersOf(entity)
  const values: RecordValues = {}
  let problems: Problem[] | undefined
  for (const column in input) {
    const reader = byColumn.get(column)
    const value = input[column]
    if (value === undefined) continue
    if (!reader) {
      ;(problems ??= []).push({ code: 'validation.unknown', target: column, parameters: { name: column } })
      continue
    }
    if (reader.isClosed[mode]) {
      ;(problems ??= []).push(reader.problem({ code: 'validation.readonly' }, value))
      continue
    }
    const read = reader.read(value)
    if (isRefusal(read)) (problems ??= []).push(reader.problem(read, value))
    else values[column] = read
  }
  if (mode === 'create') {
    for (const reader of atCreate) {
      if (reader.column in values || problems?.some((problem) => problem.target === reader.column)) continue
      const read = reader.read(fieldDefault(reader.field))
      if (isRefusal(read)) (problems ??= []).push(reader.problem(read, null))
      else if (read !== null) values[reader.column] = read
    }
  }
  if (problems) return { problems }
  return across.length === 0 ? { values } : checkAcross(readersOf(entity), values, mode, surroundings)
}

/** The rules that look beyond one value, when each value holds by itself. */
function checkAcross(
  { across, byColumn }: Prepared,
  values: RecordValues,
  mode: RecordMode,
  { now, before }: Surroundings,
): RecordCheck {
  const problems: Problem[] = []
  const rules: RowRule[] = []
  for (const finding of across.flatMap((rule) => rule({ values, isCreate: mode === 'create', now }))) {
    const [column, refusal] =
      'rule' in finding ? [finding.rule.target, finding.rule] : [finding.column, finding.refusal]
    const problem = byColumn.get(column)?.problem(refusal, values[column] ?? null)
    if ('rule' in finding && before === undefined) rules.push({ ...finding.rule, message: problem?.message })
    else if (problem && !('rule' in finding && before && ruleHolds(finding.rule, before))) problems.push(problem)
  }
  if (problems.length > 0) return { problems }
  return rules.length === 0 ? { values } : { values, rules }
}

/** What a field gets where nothing is given: its default, or the choices that are marked so. */
export function fieldDefault({ type, default: said, options }: Field): Field['default'] {
  if (said !== null || !isChoice({ type })) return said
  const marked = options.filter((option) => option.default && option.active).map(({ value }) => value)
  return marked.length === 0 ? null : attributeTypes[type].isList ? marked : (marked[0] ?? null)
}

/** The prepared fields of an entity by their columns, made once for each snapshot of it. Imports go column by column with these. */
export function fieldReaders(entity: RecordShape): ReadonlyMap<string, FieldReader> {
  return readersOf(entity).byColumn
}

const readersOf = memoize((entity: RecordShape): Prepared => {
  const readers = entity.fields.map(fieldReader)
  return {
    byColumn: new Map(readers.map((reader) => [reader.column, reader])),
    across: crossFieldRules(entity.fields.filter(isStored)),
    // Fields that the system fills itself are neither demanded nor defaulted.
    atCreate: readers.filter(
      ({ field, isClosed }) => (field.required || fieldDefault(field) !== null) && !isClosed.create && !isOwner(field),
    ),
  }
})

function fieldReader(field: Field): FieldReader {
  const column = columnOf(field)
  const type = attributeTypes[field.type]
  const check = checkedBy(type.reader(field), valueChecks(field))
  const isList = type.isList === true
  return {
    field,
    column,
    isClosed: { create: isReadonly(field, 'create'), update: isReadonly(field, 'update') },
    stored: type.stored,
    read(value) {
      if (value === null || value === undefined || value === '') return nothing(field)
      if (isList) return Array.isArray(value) && value.length === 0 ? nothing(field) : check(value)
      const kind = typeof value
      if (kind !== 'string' && kind !== 'number' && kind !== 'boolean') return { code: 'validation.type' }
      return check(value)
    },
    problem: (refusal, value) => ({
      code: refusal.code,
      target: column,
      parameters: refusal.parameters,
      message: field.title === null ? undefined : makersMessage(field, field.title, value),
    }),
  }
}

/** The check of a value by its type, and then by the named checks of the field. */
function checkedBy(check: Check, named: readonly ValueCheck[]): Check {
  if (named.length === 0) return check
  return (value) => {
    const read = check(value)
    if (isRefusal(read)) return read
    for (const each of named) {
      const refusal = each(read)
      if (refusal) return refusal
    }
    return read
  }
}

function nothing({ required }: Field): Read {
  return required ? { code: 'validation.required' } : null
}

/** A maker's readonly field may be set once, by the one who creates the record; one of the system's never. Product ruling 2.5. */
function isReadonly(field: Field, mode: RecordMode): boolean {
  if (field.readonly || field.type === 'autonumber') return mode === 'update' || 'label' in field
  return !isStored(field)
}

/** The owner may be named; who creates the record is the owner otherwise, which the writer of records knows. */
function isOwner(field: Field): boolean {
  return 'label' in field && field.uri === 'owner'
}

/** Product ruling 2.5: the title's placeholders are {min}, {max} and {value}. */
function makersMessage(field: Field, title: string, value: unknown): string {
  const said: Record<string, string> = {
    min: String(field.min ?? field.minlength ?? ''),
    max: String(field.max ?? field.maxlength ?? ''),
    value: typeof value === 'object' ? '' : String(value).slice(0, 100),
  }
  return title.replaceAll(/\{(min|max|value)\}/g, (_whole, name: string) => said[name] ?? '')
}
