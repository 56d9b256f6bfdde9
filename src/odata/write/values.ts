import { Fault, refuseIf, type Problem } from '#faults/fault.ts'
import type { FaultCode } from '#faults/catalogue.ts'
import { isFloat, isWhole, typeBeside, odataValueType } from '#odata/bind/types.ts'
import { slotValue } from '#odata/bind/values.ts'
import { numberOfDouble, textOfDouble } from '#decimals/double.ts'
import { durationOf, isTooLong, durationSeconds } from '#dates/isoDuration.ts'
import { memberNumber, textOfMembers } from '#odata/enumeration.ts'
import { exactOf } from '#decimals/exact.ts'
import { isGeo, shapeText, sridOf } from '#odata/geo.ts'
import type { EdmType, EntitySet, Enumeration, Property } from '#odata/model.ts'
import { wholeRanges } from '#odata/ranges.ts'
import { hexOfBase64 } from '#odata/serialize/base64url.ts'
import { readOperators } from '#odata/syntax/expression.ts'
import { queryLimits } from '#odata/syntax/limits.ts'
import { readLiteral } from '#odata/syntax/literal.ts'
import type { Literal } from '#odata/syntax/node.ts'
import { atEnd, openReader } from '#odata/syntax/reader.ts'

/** Constraints of a value. */
export type ValueKind = {
  readonly type: EdmType
  readonly enumeration?: Enumeration | undefined
  readonly nullable: boolean
} & Partial<Pick<Property, 'collection' | 'maxLength' | 'precision' | 'scale' | 'srid' | 'required'>>

/** Canonical form of a JSON value: numbers, durations and bytes are texts, enumeration members are names. */
export type PlainValue = string | boolean | null | readonly (string | boolean | null)[]

type Checked = { readonly value: PlainValue } | Problem

/** Validates a JSON value; a problem names the `target`. */
export function plainValue(kind: ValueKind, value: unknown, target: string): Checked {
  if (!kind.collection) return plainItem(kind, value, target)
  if (!Array.isArray(value)) return { code: 'validation.type', target }
  const items = value.map((item, index) => plainItem({ ...kind, nullable: true }, item, `${target}[${index}]`))
  const problem = items.find((item) => 'code' in item)
  if (problem) return problem
  return { value: items.map((item) => ('value' in item && !isList(item.value) ? item.value : null)) }
}

/** The value as a parameter for its column. */
export function storedValue(kind: ValueKind, value: PlainValue): unknown {
  if (isList(value)) return value.map((item) => storedItem(kind, item))
  return storedItem(kind, value)
}

/**
 * Validates the body of a row and returns the values for the columns. Faults: `validation.*`, one problem per property.
 */
export function rowValues(set: EntitySet, values: Readonly<Record<string, unknown>>): ReadonlyMap<Property, unknown> {
  const problems: Problem[] = []
  const found = new Map<Property, unknown>()
  for (const [name, value] of Object.entries(values)) {
    const property = set.properties.get(name)
    if (!property || property.type === 'Edm.Stream') {
      problems.push({ code: 'validation.unknown', target: name, parameters: { name } })
      continue
    }
    // Part 1, 11.4.2: values of computed properties are ignored.
    if (property.computed) continue
    const checked = plainValue(property, value, name)
    if ('code' in checked) problems.push(checked)
    else found.set(property, storedValue(property, checked.value))
  }
  refuseIf(problems)
  return found
}

function isList(value: PlainValue): value is readonly (string | boolean | null)[] {
  return Array.isArray(value)
}

function plainItem(kind: ValueKind, value: unknown, target: string): Checked {
  if (value === null || value === undefined) {
    return kind.nullable && !kind.required ? { value: null } : { code: 'validation.required', target }
  }
  const found = plainOf(kind, value)
  if (found === undefined)
    return {
      code: refusals[kind.enumeration ? 'enumeration' : kind.type] ?? 'validation.type',
      target,
      ...precisionOf(kind),
    }
  if (kind.type === 'Edm.String' && kind.maxLength !== undefined && [...String(found)].length > kind.maxLength) {
    return { code: 'validation.tooLong', target, parameters: { max: kind.maxLength } }
  }
  const range = isWhole(kind.type) && !kind.enumeration ? wholeRanges[kind.type] : undefined
  if (range && (BigInt(String(found)) < BigInt(range[0]) || BigInt(String(found)) > BigInt(range[1]))) {
    return { code: 'validation.range', target, parameters: { min: range[0], max: range[1] } }
  }
  return { value: found }
}

const refusals: Partial<Record<EdmType | 'enumeration', FaultCode>> = {
  enumeration: 'validation.option',
  'Edm.Byte': 'validation.integer',
  'Edm.SByte': 'validation.integer',
  'Edm.Int16': 'validation.integer',
  'Edm.Int32': 'validation.integer',
  'Edm.Int64': 'validation.integer',
  'Edm.Decimal': 'validation.decimal',
  'Edm.Date': 'validation.date',
  'Edm.DateTimeOffset': 'validation.datetime',
}

function precisionOf({ type, precision, scale }: ValueKind): Pick<Problem, 'parameters'> {
  if (type !== 'Edm.Decimal') return {}
  return { parameters: { precision: precision ?? queryLimits.numberDigits, scale: scale ?? queryLimits.numberDigits } }
}

function plainOf(kind: ValueKind, value: unknown): string | boolean | undefined {
  const { type, enumeration } = kind
  if (type === 'Edm.Boolean') return typeof value === 'boolean' ? value : undefined
  if (isGeo(type)) return shapeText(type, kind.srid ?? sridOf(type), value)
  const text = typeof value === 'number' || typeof value === 'string' ? String(value) : undefined
  if (text === undefined) return undefined
  if (enumeration) return memberOf(enumeration, text)
  if (type === 'Edm.String') return typeof value === 'string' ? text : undefined
  if (isFloat(type)) return floatOf(type, value)
  if (isWhole(type)) return /^-?\d{1,25}$/.test(text) ? String(BigInt(text)) : undefined
  if (type === 'Edm.Decimal') return fits(kind, text) ? text : undefined
  if (typeof value !== 'string') return undefined
  if (type === 'Edm.Duration') return durationIn(text)
  if (type === 'Edm.Binary') return hexOfBase64(text) === undefined ? undefined : base64urlOf(text)
  return literalOf(type, text)?.text
}

function memberOf(enumeration: Enumeration, text: string): string | undefined {
  const number = memberNumber(enumeration, text)
  return number === undefined ? undefined : textOfMembers(enumeration, number)
}

function floatOf(type: EdmType, value: unknown): string | undefined {
  const text = String(value)
  if (typeof value === 'string' && !/^(?:-?INF|NaN|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)$/.test(text)) return undefined
  const number = numberOfDouble(text)
  const held = type === 'Edm.Single' ? Math.fround(number) : number
  // A finite number that becomes infinite as a single is too large.
  return Number.isFinite(held) || /[IN]/.test(text) ? textOfDouble(held) : undefined
}

function fits({ precision, scale }: ValueKind, text: string): boolean {
  if (!/^-?\d+(?:\.\d+)?(?:[eE][+-]?\d{1,3})?$/.test(text) || text.length > queryLimits.numberDigits) return false
  const { digits, scale: own } = exactOf(text)
  const cut = own > 0 ? digits.toString().replace(/0+$/, '') : digits.toString()
  const behind = digits === 0n ? 0 : Math.max(0, own - (digits.toString().length - cut.length))
  const before = digits.toString().replace('-', '').length - own
  if (scale !== undefined && behind > scale) return false
  return precision === undefined || Math.max(before, 0) + (scale ?? behind) <= precision
}

function durationIn(text: string): string | undefined {
  const seconds = durationSeconds(text)
  return seconds === undefined || isTooLong(seconds) ? undefined : durationOf(seconds)
}

function base64urlOf(text: string): string {
  return text.replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_')
}

// Parsed like query literals, with the same checks: no value reaches the database that the database would refuse.
function literalOf(type: EdmType, text: string): Literal | undefined {
  const collected = {
    literals: [],
    aliases: new Map<string, string>(),
    expression: readOperators,
    nodes: 0,
    expands: 0,
  }
  const reader = openReader('value', text, collected)
  try {
    const literal = readLiteral(reader)
    if (!literal || !atEnd(reader) || typeBeside(literal.type, type) !== type) return undefined
    slotValue({ literal: 0, as: odataValueType(type) }, [literal])
    return literal
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}

function storedItem({ type, enumeration }: ValueKind, value: string | boolean | null): unknown {
  if (typeof value !== 'string') return value
  if (enumeration) return memberNumber(enumeration, value)
  if (isFloat(type)) return value.replace('INF', 'Infinity')
  if (type === 'Edm.Binary') return `\\x${hexOfBase64(value)}`
  if (type === 'Edm.Date' || type === 'Edm.DateTimeOffset' || type === 'Edm.TimeOfDay' || type === 'Edm.Duration') {
    const literal =
      type === 'Edm.Duration' ? ({ type: 'duration', text: value, at: 0 } as const) : literalOf(type, value)
    return literal && slotValue({ literal: 0, as: odataValueType(type) }, [literal])
  }
  return value
}
