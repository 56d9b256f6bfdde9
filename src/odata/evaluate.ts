import { arithmeticValue } from '#odata/arithmetic.ts'
import type { BoundNode, BoundType, CompareOperator } from '#odata/bind/bound.ts'
import { familyOf, isCollection, isEnumeration, isFloat, boundType, typeOfProperty } from '#odata/bind/types.ts'
import { slotValue } from '#odata/bind/values.ts'
import { castValue } from '#odata/cast.ts'
import { compareComparables, isSameComparable } from '#odata/compare.ts'
import { numberOfDouble, textOfDouble } from '#decimals/double.ts'
import { durationSeconds } from '#dates/isoDuration.ts'
import { memberNumber } from '#odata/enumeration.ts'
import { calculate } from '#decimals/exact.ts'
import { collectionFunctions } from '#odata/functions/collection.ts'
import { functions } from '#odata/functions/registry.ts'
import type { Property } from '#odata/model.ts'
import { digitsIn } from '#platform/telephone.ts'
import { hexOfBase64 } from '#odata/serialize/base64url.ts'
import type { LiteralEntry } from '#odata/syntax/node.ts'

/** A single value as in JSON with `IEEE754Compatible=true`: numbers and times are texts. */
export type ScalarValue = string | boolean | null

/** The value of a property: a single value, or the values of a collection. */
export type RowValue = ScalarValue | readonly ScalarValue[]

/** Reads a row. Table 0 is the row itself, other numbers are lookups as numbered by the bound query. */
export type ReadValue = {
  (table: number, property: Property): RowValue
  /** Readers for the rows of a collection; required for queries that go through collections. */
  readonly rows?: (table: number) => readonly ReadValue[]
  /** Current elements of lambdas over collections of values, by alias. */
  readonly elements?: ReadonlyMap<string, ScalarValue>
}

/** Whether a row passes a bound filter, computed without a database; equivalent to the compiled SQL. */
export function evaluate(filter: BoundNode, literals: readonly LiteralEntry[], read: ReadValue): boolean {
  return valueIn(filter, literals, read) === true
}

/** The value of any bound expression. */
export function valueIn(bound: BoundNode, literals: readonly LiteralEntry[], read: ReadValue): RowValue {
  const holds = (part: BoundNode) => valueIn(part, literals, read) === true
  switch (bound.kind) {
    case 'property':
      return propertyOf(bound, read)
    case 'value':
      return literalOf(bound, literals)
    case 'element':
      return read.elements?.get(bound.alias) ?? null
    case 'array':
      return bound.of.map((item) => scalarIn(item, literals, read))
    // Only the database extracts words from texts.
    case 'words':
    case 'null':
    case 'column':
      return null
    case 'constant':
      return bound.value
    case 'and':
    case 'or': {
      // Three-valued logic: one deciding part suffices; otherwise a null part makes the result null.
      const deciding = bound.kind === 'or'
      const values = bound.of.map((part) => valueIn(part, literals, read))
      if (values.includes(deciding)) return deciding
      return values.includes(null) ? null : !deciding
    }
    case 'not': {
      const value = valueIn(bound.of, literals, read)
      return value === null ? null : value !== true
    }
    case 'holds':
      return holds(bound.of)
    case 'filled': {
      const value = valueIn(bound.of, literals, read)
      return value === '' ? null : value
    }
    case 'compare':
      return compare(bound, literals, read)
    case 'in':
      return isListed(bound, literals, read)
    case 'call':
      return call(bound, literals, read)
    case 'digits':
      return hasDigits(bound, literals, read)
    case 'inline': {
      const values = bound.arguments.map((argument) => scalarIn(argument, literals, read))
      if (values.includes(null)) return null
      return bound.of.evaluate(...values.map(String))
    }
    case 'several':
      return several(bound, literals, read)
    case 'arithmetic':
      return arithmetic(bound, literals, read)
    case 'negate':
      return negate(bound, valueIn(bound.of, literals, read))
    case 'has': {
      const [left, right] = [bound.left, bound.right].map((side) => valueIn(side, literals, read))
      if (left === null || right === null) return null
      return (BigInt(String(left)) & BigInt(String(right))) === BigInt(String(right))
    }
    case 'someValue':
      return elementsOf(bound, literals, read).length > 0
    case 'countValues':
      return String(elementsOf(bound, literals, read).length)
    case 'subset':
      return isSubset(bound, literals, read)
    case 'case': {
      const branch = bound.of.find(({ when }) => holds(when))
      return branch ? valueIn(branch.value, literals, read) : null
    }
    case 'cast': {
      const value = valueIn(bound.of, literals, read)
      return value === null || isList(value) ? null : castValue(boundType(bound.of), bound.type, String(value))
    }
    case 'some':
      return rowsOf(bound, literals, read).length > 0
    case 'count':
      return String(rowsOf(bound, literals, read).length)
  }
}

type Of<Kind extends BoundNode['kind']> = Extract<BoundNode, { kind: Kind }>

function literalOf(bound: Of<'value'>, literals: readonly LiteralEntry[]): RowValue {
  const text = String(slotValue(bound.slot, literals))
  if (bound.type === 'Edm.Duration') return durationSeconds(text) ?? null
  return isFloat(bound.type) ? text.replace('Infinity', 'INF') : text
}

// Converts a value for arithmetic: durations to seconds, binary to hexadecimal digits, enumeration members to numbers.
function reckoned(type: BoundType, value: ScalarValue): ScalarValue {
  if (typeof value !== 'string') return value
  if (isEnumeration(type)) return String(memberNumber(type, value))
  if (type === 'Edm.Duration') return durationSeconds(value) ?? null
  if (type === 'Edm.Single') return textOfDouble(Math.fround(numberOfDouble(value)))
  return type === 'Edm.Binary' ? `\\x${hexOfBase64(value)}` : value
}

function propertyOf({ table, property }: Of<'property'>, read: ReadValue): RowValue {
  const value = read(table, property)
  const type = typeOfProperty(property)
  if (!isCollection(type)) return isList(value) ? null : reckoned(type, value)
  return isList(value) ? value.map((item) => reckoned(type.of, item)) : []
}

function isList(value: RowValue): value is readonly ScalarValue[] {
  return Array.isArray(value)
}

function scalarIn(bound: BoundNode, literals: readonly LiteralEntry[], read: ReadValue): ScalarValue {
  const value = valueIn(bound, literals, read)
  return isList(value) ? null : value
}

function elementsOf(
  { alias, collection, of }: Of<'someValue'> | Of<'countValues'>,
  literals: readonly LiteralEntry[],
  read: ReadValue,
): readonly ScalarValue[] {
  const values = valueIn(collection, literals, read)
  if (!isList(values)) return []
  if (!of) return values
  return values.filter((value) => valueIn(of, literals, withElement(read, alias, value)) === true)
}

function withElement(read: ReadValue, alias: string, value: ScalarValue): ReadValue {
  const elements = new Map(read.elements).set(alias, value)
  const again: ReadValue = (table, property) => read(table, property)
  const { rows } = read
  return Object.assign(again, {
    elements,
    ...(rows && { rows: (table: number) => rows(table).map((row) => Object.assign(row, { elements })) }),
  })
}

function isSubset(
  { isOrdered, whole, part }: Of<'subset'>,
  literals: readonly LiteralEntry[],
  read: ReadValue,
): boolean {
  const [all, sought] = [whole, part].map((side) => valueIn(side, literals, read))
  if (all === undefined || sought === undefined || !isList(all) || !isList(sought)) return false
  const areSame = sameIn(boundType(whole))
  if (!isOrdered) {
    const often = (list: readonly ScalarValue[], value: ScalarValue) =>
      list.filter((each) => areSame(each, value)).length
    return sought.every((value) => often(sought, value) <= often(all, value))
  }
  let next = 0
  for (const value of all) if (next < sought.length && areSame(value, sought[next] ?? null)) next += 1
  return next === sought.length
}

function several(bound: Of<'several'>, literals: readonly LiteralEntry[], read: ReadValue): RowValue {
  const whole = valueIn(bound.whole, literals, read)
  const given = bound.given.flatMap((each) => valueIn(each, literals, read))
  const called = collectionFunctions.get(bound.name)
  return called?.evaluate(isList(whole) ? whole : [], given, sameIn(boundType(bound.whole))) ?? null
}

// Equality of two elements of a collection; null equals null.
function sameIn(type: BoundType) {
  const of = isCollection(type) ? type.of : type
  return (left: ScalarValue, right: ScalarValue) =>
    left === right || (left !== null && right !== null && isSameComparable(of, left, right))
}

function negate(bound: Of<'negate'>, value: RowValue): RowValue {
  if (value === null) return null
  if (isFloat(bound.type)) return textOfDouble(-numberOfDouble(String(value)))
  return calculate('sub', '0', String(value), false) ?? null
}

function rowsOf(
  { table, of }: { table: number; of: BoundNode | undefined },
  literals: readonly LiteralEntry[],
  read: ReadValue,
): readonly ReadValue[] {
  const rows = read.rows?.(table) ?? []
  return of ? rows.filter((row) => valueIn(of, literals, row) === true) : rows
}

function arithmetic(bound: Of<'arithmetic'>, literals: readonly LiteralEntry[], read: ReadValue): RowValue {
  const left = scalarIn(bound.left, literals, read)
  const right = scalarIn(bound.right, literals, read)
  return left === null || right === null ? null : arithmeticValue(bound, String(left), String(right))
}

function compare(bound: Of<'compare'>, literals: readonly LiteralEntry[], read: ReadValue): boolean {
  const left = valueIn(bound.left, literals, read)
  const right = valueIn(bound.right, literals, read)
  const { operator } = bound
  if (left === null || right === null) {
    const areSame = left === right
    return operator === 'eq' ? areSame : operator === 'ne' && !areSame
  }
  if (isList(left) || isList(right)) return areLists(left, right, boundType(bound.left)) === (operator === 'eq')
  const type = boundType(bound.left) === 'Edm.Date' ? boundType(bound.right) : boundType(bound.left)
  if (familyOf(type === 'null' ? 'Edm.String' : type) === 'number' && (left === 'NaN' || right === 'NaN'))
    return operator === 'ne'
  return holdsFor(operator, compareComparables(type, left, right))
}

function areLists(left: RowValue, right: RowValue, type: BoundType): boolean {
  if (!isList(left) || !isList(right) || left.length !== right.length) return false
  const areSame = sameIn(type)
  return left.every((value, index) => areSame(value, right[index] ?? null))
}

function holdsFor(operator: CompareOperator, order: number): boolean {
  const holds = { eq: order === 0, ne: order !== 0, gt: order > 0, ge: order >= 0, lt: order < 0, le: order <= 0 }
  return holds[operator]
}

function isListed(bound: Of<'in'>, literals: readonly LiteralEntry[], read: ReadValue): boolean {
  const left = scalarIn(bound.left, literals, read)
  if (left === null) return bound.orNull
  if (left === 'NaN' && isFloat(boundType(bound.left))) return false
  const items = slotValue(bound.slot, literals)
  const type = boundType(bound.left)
  return Array.isArray(items) && items.some((item) => isSameComparable(type, left, reckonedItem(type, item)))
}

function reckonedItem(type: BoundType, item: string): string | boolean {
  if (type === 'Edm.Boolean') return item === 'true'
  return type === 'Edm.Duration' ? (durationSeconds(item) ?? item) : item.replace(/^(-?)Infinity$/, '$1INF')
}

function hasDigits(
  { table, property, slot }: Of<'digits'>,
  literals: readonly LiteralEntry[],
  read: ReadValue,
): boolean {
  const [value, sought] = [read(table, property), slotValue(slot, literals)]
  return typeof value === 'string' && typeof sought === 'string' && digitsIn(value).includes(sought)
}

function call(bound: Of<'call'>, literals: readonly LiteralEntry[], read: ReadValue): RowValue {
  const parameters = bound.arguments.map((argument) => valueIn(argument, literals, read))
  if (parameters.includes(null)) return null
  return functions.get(bound.name)?.evaluate(...parameters.map(String)) ?? null
}
