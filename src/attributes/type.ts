import type { FaultCode } from '#faults/catalogue.ts'
import type { FaultParameters, Problem } from '#faults/fault.ts'
import type { TextKey } from '#language/translate.ts'
import type { Properties, PropertyName } from '#attributes/properties.ts'

/**
 * A value in JSON. number and decimal are texts, so that no digit is lost; a date is `YYYY-MM-DD`, a datetime UTC ISO
 * 8601; several choices or files are a list of texts.
 */
export type WireValue = string | boolean | null | readonly string[]

/** The reason why a value is invalid; the caller adds the field. */
export type Refusal = { readonly code: FaultCode; readonly parameters?: FaultParameters }

/** The normalized value, or a refusal. */
export type Read = WireValue | Refusal

/** Number and date format of a text from people or programs. */
export type TextFormat = {
  readonly decimal: '.' | ','
  readonly group: '' | ',' | '.' | ' ' | "'"
  readonly dateOrder: 'ymd' | 'dmy' | 'mdy'
}
export const plainFormat: TextFormat = { decimal: '.', group: '', dateOrder: 'ymd' }

export type EdmName =
  | 'Edm.Guid'
  | 'Edm.String'
  | 'Edm.Int64'
  | 'Edm.Decimal'
  | 'Edm.Boolean'
  | 'Edm.Date'
  | 'Edm.DateTimeOffset'
  | 'Edm.TimeOfDay'
  | 'Edm.Duration'
  | 'Collection(Edm.String)'
  | 'Collection(Edm.Guid)'

/** Names of form controls; the web has one component for each. */
export type ControlName =
  | 'text'
  | 'textarea'
  | 'email'
  | 'url'
  | 'tel'
  | 'search'
  | 'password'
  | 'hidden'
  | 'markup'
  | 'wysiwyg'
  | 'file'
  | 'image'
  | 'number'
  | 'decimal'
  | 'color'
  | 'date'
  | 'time'
  | 'datetime'
  | 'month'
  | 'week'
  | 'principal'
  | 'select'
  | 'multiselect'
  | 'checkbox'
  | 'lookup'
  | 'related'
  | 'button'
  | 'submit'
  | 'dataquery'
  | 'rating'
  | 'duration'
  | 'percent'
  | 'readonly'
/** Names of grid cells; the web has one component for each. */
export type CellName = ControlName

/** Comparison operators of filters in the web client. */
export type Operator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'startswith' | 'in' | 'isnull' | 'notnull'

/** Content of an attribute: values, or something else that lists and queries must not treat as a value. */
export type Holding = 'value' | 'secret' | 'link' | 'files' | 'computed' | 'records' | 'nothing'

/** Written form of numbers; `percent` is a hundred times the value, with the sign. */
export type NumberForm = 'whole' | 'decimal' | 'percent'

/** Uses of values in views: groups and rows of a summary, lanes of a board, days of a calendar. */
export type ViewUse = 'group' | 'lane' | 'day'

/** Names of the editors inside grid cells; the web has one component for each. */
export type EditorName =
  | 'line'
  | 'long'
  | 'number'
  | 'date'
  | 'datetime'
  | 'time'
  | 'duration'
  | 'select'
  | 'choices'
  | 'link'
  | 'toggle'
/** Names of the controls that a filter compares with; the web has one component for each. */
export type FilterInputName =
  | 'line'
  | 'truth'
  | 'choice'
  | 'number'
  | 'day'
  | 'moment'
  | 'time'
  | 'duration'
  | 'color'
  | 'link'

/** Kind of the values in expressions. */
export type ExpressionKind =
  | 'text'
  | 'number'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'duration'
  | 'choice'
  | 'list'
  | 'record'

/** How searches extract words from texts. */
export type WordForm = 'plain' | 'html' | 'telephone' | 'label'

/** Reader of import cells; `asIs` passes cells to `reader`, `fromText` uses the type's own function. */
export type CellReaderName = 'asIs' | 'number' | 'percent' | 'day' | 'moment' | 'truth' | 'choice' | 'fromText'

/**
 * How PostgreSQL writes its cells of a CSV file: as the column is, as a text that is guarded, with words for truth, with the
 * labels of choices, as `sqlWriter` says; `byProgram` leaves them to `toText`.
 */
export type CsvForm = 'stored' | 'text' | 'truth' | 'label' | 'written' | 'byProgram'

/** Storage of values in sheets. */
export type SheetForm = 'text' | 'number' | 'percent' | 'boolean' | 'date' | 'datetime' | 'time'

/** Families of types with mutual conversions: any text, formatted texts, numbers, times, lists of choices. */
export type Family = 'plain' | 'formed' | 'counted' | 'timed' | 'several'

/** SQL that parses the text `t`; no expression fails for any text. */
export type SqlReader = {
  /** The value, or null where the text is not parseable. */
  readonly value: (t: string) => string
  /** Whether a parsed text contains more than the stored value. */
  readonly cut?: (t: string) => string
  /** Whether rounding changed the number. */
  readonly rounded?: (t: string) => string
}

/** SQL that converts a value of another type directly, where the value's text is insufficient. */
export type SqlWay = {
  readonly value: string
  readonly cut?: string | undefined
  readonly rounded?: string | undefined
}

/** Definition of an attribute type: everything except its React components, which are found by the names here. */
export type AttributeType = {
  readonly name: string
  readonly label: TextKey
  readonly description: TextKey
  readonly icon: string
  readonly control: ControlName
  readonly cell: CellName
  /** Type in the API; null without values, or where the computed type decides (`valueTypeOf`). */
  readonly edm: EdmName | null
  /**
   * Whether makers may add attributes of the type directly; others are created with a relationship, or not supported
   * yet.
   */
  readonly offered: boolean
  /** Values are lists of texts; only then does `reader` receive lists. */
  readonly isList?: true
  /** The column's SQL type, null where it has none; it must not depend on anything that can be changed without DDL. */
  column(properties: Properties): string | null
  /** Converts a value to its column form, where different from the wire form. */
  stored?(value: WireValue): WireValue
  /** Name of the column, the JSON property and the OData property for an attribute's uri. */
  columnName(uri: string): string
  /** Applicable properties beside name, description, uri and type. */
  readonly properties: readonly PropertyName[]
  readonly defaults: Partial<Properties>
  /** Problems between properties; targets are property names. */
  check(properties: Properties): Problem[]
  /**
   * Creates the validator of values that are neither null nor absent. Runs once per attribute; the validator runs once
   * per cell.
   */
  reader(properties: Properties): (value: string | number | boolean | object) => Read
  /** Converts a non-empty, trimmed cell of a text file to a value for `reader`. */
  fromText(text: string, properties: Properties, format: TextFormat): Read
  /** The inverse of `fromText` in the plain format. */
  toText(value: string | boolean | readonly string[], properties: Properties): string
  readonly operators: readonly Operator[]
  /** Types that an attribute may change to without converting values. */
  readonly widensTo: readonly string[]
  readonly holds: Holding
  /** Number form for typing, pasting and copying; null for other types. */
  readonly number: NumberForm | null
  /** Alignment in grid cells. */
  readonly align: 'start' | 'end'
  /** Default width of a grid column, in pixels. */
  readonly width: number
  readonly viewUses: readonly ViewUse[]
  /** Editor in grid cells; null where only the form edits values. */
  readonly editor: EditorName | null
  readonly filter: FilterInputName
  /** Null where expressions cannot read values. */
  readonly expressionKind: ExpressionKind | null
  /** Null for types without words. */
  readonly words: WordForm | null
  /** Whether values can be record names. */
  readonly naming: boolean
  /** Whether the form control is typed into letter by letter: a change counts once the control loses focus. */
  readonly typed: boolean
  /** Whether the form control takes the whole width of a form. */
  readonly wide: boolean
  /** Whether imports preserve surrounding spaces. */
  readonly keepsSpaces: boolean
  readonly cellReader: CellReaderName
  readonly csv: CsvForm
  readonly sheet: SheetForm
  /** Null where values of other types are only converted by `sqlFrom`. */
  readonly family: Family | null
  /** Conversion targets beside `widensTo`, with or without loss: families, or types by name. */
  readonly becomes: readonly string[]
  /** Reads the column from the text of another type's value; null where no text is convertible. */
  readonly sqlReader: ((properties: Properties, from: Family | null) => SqlReader) | null
  /** SQL of a value's text for conversions; `to` is the reading family, null for people. */
  readonly sqlWriter: (column: string, to: Family | null) => string
  /** Direct conversions from other types, by name, without going through text. */
  readonly sqlFrom: Readonly<Record<string, (column: string, properties: Properties) => SqlWay>>
  readonly samples: readonly (string | boolean | readonly string[])[]
  /** Order of type guesses in imports (lowest first); null: never guessed. */
  readonly guessRank: number | null
  /** Advice on choosing the type, for a language model. */
  readonly hint: string
}

export function isRefusal(read: Read): read is Refusal {
  return typeof read === 'object' && read !== null && 'code' in read
}

/** A refusal of the catalogue. */
export function refuse(code: FaultCode, parameters?: FaultParameters): Refusal {
  return parameters ? { code, parameters } : { code }
}
