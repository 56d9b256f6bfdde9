import type { Bound, CompareOperator } from '#odata/bind/bound.ts'
import { typeOf } from '#odata/bind/types.ts'
import { valueOf } from '#odata/bind/values.ts'
import { compareValues, isSameValue } from '#odata/compare.ts'
import { functions } from '#odata/functions/registry.ts'
import type { Property } from '#odata/model.ts'
import type { LiteralEntry } from '#odata/syntax/node.ts'

/** A value as it stands in JSON with `IEEE754Compatible=true`: numbers and times are texts. */
export type RowValue = string | boolean | null

/** Reads a row; `table` 0 is the row itself, others are its lookups as the bound query counts them. */
export type ReadValue = (table: number, property: Property) => RowValue

/** Whether a row passes a bound filter: the same answer as the compiled SQL gives, without a database. */
export function evaluate(filter: Bound, literals: readonly LiteralEntry[], read: ReadValue): boolean {
  return valueIn(filter, literals, read) === true
}

function valueIn(bound: Bound, literals: readonly LiteralEntry[], read: ReadValue): RowValue {
  const holds = (part: Bound) => valueIn(part, literals, read) === true
  switch (bound.kind) {
    case 'property':
      return read(bound.table, bound.property)
    case 'value':
      return String(valueOf(bound.slot, literals))
    case 'null':
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
  }
}

function compare(bound: Bound & { kind: 'compare' }, literals: readonly LiteralEntry[], read: ReadValue): boolean {
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

function isListed(bound: Bound & { kind: 'in' }, literals: readonly LiteralEntry[], read: ReadValue): boolean {
  const left = valueIn(bound.left, literals, read)
  if (left === null) return bound.orNull
  const items = valueOf(bound.slot, literals)
  const type = typeOf(bound.left)
  return (
    typeof items !== 'string' &&
    items.some((item) => isSameValue(type, left, type === 'Edm.Boolean' ? item === 'true' : item))
  )
}

function call(bound: Bound & { kind: 'call' }, literals: readonly LiteralEntry[], read: ReadValue): RowValue {
  const parameters = bound.arguments.map((argument) => valueIn(argument, literals, read))
  if (parameters.includes(null)) return bound.type === 'Edm.Boolean' ? false : null
  return functions.get(bound.name)?.evaluate(...parameters.map(String)) ?? null
}
