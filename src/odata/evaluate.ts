import type { Bound, CompareOperator } from '#odata/bind/bound.ts'
import { isWhole, typeOf } from '#odata/bind/types.ts'
import { valueOf } from '#odata/bind/values.ts'
import { compareValues, instantOf, isSameValue } from '#odata/compare.ts'
import { calculate, textOfExact } from '#odata/exact.ts'
import { functions } from '#odata/functions/registry.ts'
import type { Property } from '#odata/model.ts'
import type { LiteralEntry } from '#odata/syntax/node.ts'

/** A value as it stands in JSON with `IEEE754Compatible=true`: numbers and times are texts. */
export type RowValue = string | boolean | null

/** Reads a row; `table` 0 is the row itself, others are its lookups as the bound query counts them. */
export type ReadValue = {
  (table: number, property: Property): RowValue
  /** A reader for each row of a collection that belongs to the row; needed where a query goes through collections. */
  readonly rows?: (table: number) => readonly ReadValue[]
}

/** Whether a row passes a bound filter: the same answer as the compiled SQL gives, without a database. */
export function evaluate(filter: Bound, literals: readonly LiteralEntry[], read: ReadValue): boolean {
  return valueIn(filter, literals, read) === true
}

/** The value of any bound expression. */
export function valueIn(bound: Bound, literals: readonly LiteralEntry[], read: ReadValue): RowValue {
  const holds = (part: Bound) => valueIn(part, literals, read) === true
  switch (bound.kind) {
    case 'property':
      return read(bound.table, bound.property)
    case 'value':
      return literalOf(bound, literals)
    case 'null':
    case 'column':
      return null
    case 'constant':
      return bound.value
    case 'and':
      return bound.of.every(holds)
    case 'or':
      return bound.of.some(holds)
    case 'not':
      return !holds(bound.of)
    case 'compare':
      return compare(bound, literals, read)
    case 'in':
      return isListed(bound, literals, read)
    case 'call':
      return call(bound, literals, read)
    case 'arithmetic':
      return arithmetic(bound, literals, read)
    case 'negate': {
      const value = valueIn(bound.of, literals, read)
      return value === null ? null : (calculate('sub', '0', String(value), false) ?? null)
    }
    case 'case': {
      const branch = bound.of.find(({ when }) => holds(when))
      return branch ? valueIn(branch.value, literals, read) : null
    }
    case 'cast':
      return cast(bound, valueIn(bound.of, literals, read))
    case 'some':
      return rowsOf(bound, literals, read).length > 0
    case 'count':
      return String(rowsOf(bound, literals, read).length)
  }
}

type Of<Kind extends Bound['kind']> = Extract<Bound, { kind: Kind }>

function literalOf(bound: Of<'value'>, literals: readonly LiteralEntry[]): RowValue {
  const text = String(valueOf(bound.slot, literals))
  return bound.type === 'Edm.Duration' ? secondsOf(text) : text
}

// A duration is reckoned in seconds.
function secondsOf(text: string): string {
  const [, days = '0', hours = '0', minutes = '0', seconds = '0'] =
    /^P(?:(-?\d+)D)?(?:T(?:(-?\d+)H)?(?:(-?\d+)M)?(?:(-?[\d.]+)S)?)?$/.exec(text) ?? []
  const whole = String((Number(days) * 24 + Number(hours)) * 3600 + Number(minutes) * 60)
  return calculate('add', whole, seconds, false) ?? '0'
}

function rowsOf(
  { table, of }: { table: number; of: Bound | undefined },
  literals: readonly LiteralEntry[],
  read: ReadValue,
): readonly ReadValue[] {
  const rows = read.rows?.(table) ?? []
  return of ? rows.filter((row) => valueIn(of, literals, row) === true) : rows
}

function arithmetic(bound: Of<'arithmetic'>, literals: readonly LiteralEntry[], read: ReadValue): RowValue {
  const left = valueIn(bound.left, literals, read)
  const right = valueIn(bound.right, literals, read)
  if (left === null || right === null) return null
  if (typeOf(bound.left) !== 'Edm.DateTimeOffset') {
    const whole = bound.operator === 'div' && isWhole(bound.type)
    return calculate(bound.operator, String(left), String(right), whole) ?? null
  }
  const start = instantOf(String(left))
  if (bound.type === 'Edm.Duration') return textOfExact({ digits: start - instantOf(String(right)), scale: 6 })
  const micros = BigInt((calculate('mul', String(right), '1000000', false) ?? '0').split('.')[0] ?? '0')
  return momentText(bound.operator === 'add' ? start + micros : start - micros)
}

function momentText(micros: bigint): string {
  const rest = ((micros % 1000n) + 1000n) % 1000n
  const text = new Date(Number((micros - rest) / 1000n)).toISOString()
  return text.replace('Z', `${String(rest).padStart(3, '0')}Z`)
}

function cast(bound: Of<'cast'>, value: RowValue): RowValue {
  if (value === null) return null
  if (bound.type === 'Edm.String' || bound.type === 'Edm.Decimal') return String(value)
  if (bound.type === 'Edm.Date') return functions.get('date')?.evaluate(String(value)) ?? null
  return calculate('div', String(value), '1', true) ?? null
}

function compare(bound: Of<'compare'>, literals: readonly LiteralEntry[], read: ReadValue): boolean {
  const left = valueIn(bound.left, literals, read)
  const right = valueIn(bound.right, literals, read)
  const { operator } = bound
  if (left === null || right === null) {
    const areSame = left === right
    return operator === 'eq' ? areSame : operator === 'ne' && !areSame
  }
  const type = typeOf(bound.left) === 'Edm.Date' ? typeOf(bound.right) : typeOf(bound.left)
  return holdsFor(operator, compareValues(type, left, right))
}

function holdsFor(operator: CompareOperator, order: number): boolean {
  const holds = { eq: order === 0, ne: order !== 0, gt: order > 0, ge: order >= 0, lt: order < 0, le: order <= 0 }
  return holds[operator]
}

function isListed(bound: Of<'in'>, literals: readonly LiteralEntry[], read: ReadValue): boolean {
  const left = valueIn(bound.left, literals, read)
  if (left === null) return bound.orNull
  const items = valueOf(bound.slot, literals)
  const type = typeOf(bound.left)
  return (
    typeof items !== 'string' &&
    items.some((item) => isSameValue(type, left, type === 'Edm.Boolean' ? item === 'true' : item))
  )
}

function call(bound: Of<'call'>, literals: readonly LiteralEntry[], read: ReadValue): RowValue {
  const parameters = bound.arguments.map((argument) => valueIn(argument, literals, read))
  if (parameters.includes(null)) return bound.type === 'Edm.Boolean' ? false : null
  return functions.get(bound.name)?.evaluate(...parameters.map(String)) ?? null
}
