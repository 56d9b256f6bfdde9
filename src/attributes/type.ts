import type { FaultCode } from '#faults/catalogue.ts'
import type { FaultParameters, Problem } from '#faults/fault.ts'
import type { TextKey } from '#language/translate.ts'
import type { Properties, PropertyName } from '#attributes/properties.ts'

/**
 * A value as it travels in JSON. number and decimal are texts, so that no digit is lost; a date is `YYYY-MM-DD`, a
 * datetime UTC ISO 8601; several choices or files are a list of texts.
 */
export type WireValue = string | boolean | null | readonly string[]

/** Why a value does not hold; the field's name is added by who knows it. */
export type Refusal = { readonly code: FaultCode; readonly parameters?: FaultParameters }

/** The normalised value, or why there is none. */
export type Read = WireValue | Refusal

/** How numbers and dates are written in a text that people or programs made. */
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

/** Comparisons that a filter of our screens offers. */
export type Operator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'startswith' | 'in' | 'isnull' | 'notnull'

/** What an attribute of a type keeps: values, or something else that no list or query may take for a value. */
export type Holding = 'value' | 'secret' | 'link' | 'files' | 'computed' | 'records' | 'nothing'

/** How people write its numbers; `percent` is a hundred times the value, with the sign. */
export type NumberForm = 'whole' | 'decimal' | 'percent'

/** What views may do with its values: groups and rows of a summary, lanes of a board, days of a calendar. */
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

/** What expressions know its values as. */
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

/** How searches read the words of its texts. */
export type WordForm = 'plain' | 'html' | 'telephone' | 'label'

/** How an import reads its cells; `asIs` hands them to `reader`, `fromText` is the type's own. */
export type CellReaderName = 'asIs' | 'number' | 'percent' | 'day' | 'moment' | 'truth' | 'choice' | 'fromText'

/**
 * How PostgreSQL writes its cells of a CSV file: as the column is, as a text that is guarded, with words for truth, with the
 * labels of choices, as `sqlWriter` says; `byProgram` leaves them to `toText`.
 */
export type CsvForm = 'stored' | 'text' | 'truth' | 'label' | 'written' | 'byProgram'

/** How a sheet keeps its values. */
export type SheetForm = 'text' | 'number' | 'percent' | 'boolean' | 'date' | 'datetime' | 'time'

/** Types whose values are made into one another: any text, texts of a form, numbers, times, lists of choices. */
export type Family = 'plain' | 'formed' | 'counted' | 'timed' | 'several'

/** SQL that reads a value out of the text `t`; no expression fails on any text. */
export type SqlReader = {
  /** The value, or null where the text is none. */
  readonly value: (t: string) => string
  /** Whether a text that was read says more than the value kept. */
  readonly cut?: (t: string) => string
  /** Whether the value is another number than the text. */
  readonly rounded?: (t: string) => string
}

/** SQL that makes a value out of another type's value, where its text says too little. */
export type SqlWay = {
  readonly value: string
  readonly cut?: string | undefined
  readonly rounded?: string | undefined
}

/** What one attribute type is: everything the product knows of it but its React components, which have its names. */
export type AttributeType = {
  readonly name: string
  readonly label: TextKey
  readonly description: TextKey
  readonly icon: string
  readonly control: ControlName
  readonly cell: CellName
  /** How readers of the API see its values; null where it has none, or where what it calculates decides (`valueTypeOf`). */
  readonly edm: EdmName | null
  /** Whether makers may add attributes of it by name; others come with a relationship, or not yet. */
  readonly offered: boolean
  /** Its values are lists of texts; only then does `reader` get one. */
  readonly isList?: true
  /** The column's SQL type, null where it has none; it must not depend on anything that can be changed without DDL. */
  column(properties: Properties): string | null
  /** A value as its column takes it, where that is not its form on the wire. */
  stored?(value: WireValue): WireValue
  /** Name of the column, of the JSON property and of the OData property for an attribute of this uri. */
  columnName(uri: string): string
  /** The properties that apply beyond name, description, uri and type. */
  readonly properties: readonly PropertyName[]
  readonly defaults: Partial<Properties>
  /** What does not fit together among the properties; targets are property names. */
  check(properties: Properties): Problem[]
  /** Prepares the check of a value that is neither null nor absent. Runs once an attribute; what it returns runs once a cell. */
  reader(properties: Properties): (value: string | number | boolean | object) => Read
  /** A non-empty cell of a text file, trimmed, as a value for `reader`. */
  fromText(text: string, properties: Properties, format: TextFormat): Read
  /** The inverse of `fromText` in the plain format. */
  toText(value: string | boolean | readonly string[], properties: Properties): string
  readonly operators: readonly Operator[]
  /** Types that an attribute of this type may become without touching a value. */
  readonly widensTo: readonly string[]
  readonly holds: Holding
  /** How its values are typed, pasted and copied as numbers; null where they are none. */
  readonly number: NumberForm | null
  /** The side of a grid cell at which its values stand. */
  readonly align: 'start' | 'end'
  /** px that a grid's column takes when nobody has said otherwise. */
  readonly width: number
  readonly viewUses: readonly ViewUse[]
  /** How a grid cell is edited; null where only the form changes it. */
  readonly editor: EditorName | null
  readonly filter: FilterInputName
  /** null where expressions cannot read it. */
  readonly expressionKind: ExpressionKind | null
  /** null where it has no words. */
  readonly words: WordForm | null
  /** Whether its values can be the names of records. */
  readonly naming: boolean
  /** Whether its form control is typed into letter by letter: a value is a change once the control is left. */
  readonly typed: boolean
  /** Whether its form control takes the whole width of a form. */
  readonly wide: boolean
  /** Whether imports keep the spaces around a text. */
  readonly keepsSpaces: boolean
  readonly cellReader: CellReaderName
  readonly csv: CsvForm
  readonly sheet: SheetForm
  /** null where no value of another type is made into it, but by `sqlFrom`. */
  readonly family: Family | null
  /** What its values can be made into beside `widensTo`, whether or not some are lost: families, or types by name. */
  readonly becomes: readonly string[]
  /** How its column is read from the text of a value of another type; null where it is read from none. */
  readonly sqlReader: ((properties: Properties, from: Family | null) => SqlReader) | null
  /** SQL of the text that other types are read from; `to` is the family that reads it, null for people. */
  readonly sqlWriter: (column: string, to: Family | null) => string
  /** Ways from other types, by name, that do not go by the text. */
  readonly sqlFrom: Readonly<Record<string, (column: string, properties: Properties) => SqlWay>>
  readonly samples: readonly (string | boolean | readonly string[])[]
  /** Order in which an import tries types on a column (lowest first); null: never guessed. */
  readonly guessRank: number | null
  /** When to choose this type, said to a language model. */
  readonly hint: string
}

export function isRefusal(read: Read): read is Refusal {
  return typeof read === 'object' && read !== null && 'code' in read
}

/** A refusal of the catalogue. */
export function refuse(code: FaultCode, parameters?: FaultParameters): Refusal {
  return parameters ? { code, parameters } : { code }
}
