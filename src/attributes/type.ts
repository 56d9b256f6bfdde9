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
  | 'readonly'
/** Names of grid cells; the web has one component for each. */
export type CellName = ControlName

/** Comparisons that a filter of our screens offers. */
export type Operator = 'eq' | 'ne' | 'lt' | 'le' | 'gt' | 'ge' | 'contains' | 'startswith' | 'in' | 'isnull' | 'notnull'

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
