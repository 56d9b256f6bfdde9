import type { Bound, BoundType, Slot } from '#odata/bind/bound.ts'
import { isNullable, isWhole, typeOf } from '#odata/bind/types.ts'
import { manyText } from '#odata/compile/source.ts'
import { column, parameter, quoted, type Writer } from '#odata/compile/writer.ts'
import { quotientScale } from '#odata/exact.ts'
import { functions } from '#odata/functions/registry.ts'
import type { EdmType } from '#odata/model.ts'

/** The expression as a condition: null counts as false wherever it is not negated. */
export function conditionText(writer: Writer, bound: Bound): string {
  switch (bound.kind) {
    case 'and':
    case 'or':
      return `(${bound.of.map((part) => conditionText(writer, part)).join(` ${bound.kind} `)})`
    case 'not':
      return `(${conditionText(writer, bound.of)}) is not true`
    case 'compare':
      return compareText(writer, bound)
    case 'in':
      return inText(writer, bound)
    case 'call':
      return callText(writer, bound)
    case 'some':
      return `exists (select from ${manyText(writer, bound, (part) => conditionText(writer, part))})`
    default:
      return operandText(writer, bound)
  }
}

/** The expression as a value. A predicate is then true or false, never null. */
export function operandText(writer: Writer, bound: Bound): string {
  switch (bound.kind) {
    case 'property':
      return column(writer, bound.table, bound.property)
    case 'value':
      return slotText(writer, bound.slot)
    case 'null':
      return 'null'
    case 'constant':
      return String(bound.value)
    case 'call':
      return bound.type === 'Edm.Boolean' ? `((${callText(writer, bound)}) is true)` : callText(writer, bound)
    case 'column':
      return `s.${quoted(bound.name)}`
    case 'arithmetic':
      return arithmeticText(writer, bound)
    case 'negate':
      return `(-(${operandText(writer, bound.of)})::numeric)`
    case 'case':
      return caseText(writer, bound)
    case 'cast':
      return castText(bound.type, operandText(writer, bound.of), typeOf(bound.of))
    case 'count':
      return `(select count(*) from ${manyText(writer, bound, (part) => conditionText(writer, part))})`
    default:
      return `((${conditionText(writer, bound)}) is true)`
  }
}

// Whole numbers are reckoned as decimals too: no sum is too large. A division by zero has no result, as in a row without one.
function arithmeticText(writer: Writer, bound: Bound & { kind: 'arithmetic' }): string {
  const [left, right] = [operandText(writer, bound.left), operandText(writer, bound.right)]
  if (typeOf(bound.left) === 'Edm.DateTimeOffset') return `((${left}) ${signOf[bound.operator]} (${right}))`
  const [a, b] = [`(${left})::numeric`, `(${right})::numeric`]
  switch (bound.operator) {
    case 'mod':
      return `mod(${a}, nullif(${b}, 0))`
    case 'div':
    case 'divby':
      if (bound.type === 'Edm.Int64') return `div(${a}, nullif(${b}, 0))`
      return `(div(${a} * 1e${quotientScale}, nullif(${b}, 0)) * 1e-${quotientScale})`
    default:
      return `(${a} ${signOf[bound.operator]} ${b})`
  }
}

const signOf: Record<string, string> = { add: '+', sub: '-', mul: '*' }

function caseText(writer: Writer, bound: Bound & { kind: 'case' }): string {
  const branches = bound.of.map(
    ({ when, value }) => `when ${conditionText(writer, when)} then ${operandText(writer, value)}`,
  )
  return `(case ${branches.join(' ')} end)`
}

function castText(type: EdmType, text: string, from: BoundType): string {
  if (type === 'Edm.Date') return `((${text}) at time zone 'UTC')::date`
  if (type === 'Edm.String') return `(${text})::text`
  return isWhole(type) && !isWhole(from) ? `trunc((${text})::numeric)` : `(${text})::numeric`
}

function slotText(writer: Writer, slot: Slot): string {
  return `${parameter(writer, { from: 'literal', slot })}::${slot.as}`
}

const signs = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

function compareText(writer: Writer, { operator, left, right }: Bound & { kind: 'compare' }): string {
  if (left.kind === 'null') return nullText(writer, operator, right)
  if (right.kind === 'null') return nullText(writer, operator, left)
  const leftText = operandText(writer, left)
  const rightText = operandText(writer, right)
  const [leftNull, rightNull] = [isNullable(left), isNullable(right)]
  if (operator === 'eq' && leftNull && rightNull) return `${leftText} is not distinct from ${rightText}`
  if (operator === 'ne' && leftNull && rightNull) return `${leftText} is distinct from ${rightText}`
  if (operator === 'ne' && leftNull && left.kind === 'property')
    return `(${leftText} <> ${rightText} or ${leftText} is null)`
  if (operator === 'ne' && rightNull && right.kind === 'property')
    return `(${leftText} <> ${rightText} or ${rightText} is null)`
  if (operator === 'ne' && (leftNull || rightNull)) return `${leftText} is distinct from ${rightText}`
  // Texts compare by code point, whatever they are sorted by. Both sides say so: a function may have a collation of its own.
  const byCodePoint = operator !== 'eq' && operator !== 'ne' && typeOf(left) === 'Edm.String' ? ' collate "C"' : ''
  return `${leftText}${byCodePoint} ${signs[operator]} ${rightText}${byCodePoint}`
}

function nullText(writer: Writer, operator: string, other: Bound): string {
  if (!isNullable(other)) return String(operator === 'ne')
  return `${operandText(writer, other)} is ${operator === 'ne' ? 'not ' : ''}null`
}

function inText(writer: Writer, { left, slot, orNull }: Bound & { kind: 'in' }): string {
  const text = operandText(writer, left)
  const list = `${slotText(writer, slot)}[]`
  const listed = `${text} = any(${list})`
  // The left side stands twice only where it is short.
  if (!orNull || !isNullable(left)) return listed
  if (left.kind === 'property') return `(${listed} or ${text} is null)`
  return `(select x.a = any(${list}) or x.a is null from (select ${text} as a) x)`
}

function callText(writer: Writer, bound: Bound & { kind: 'call' }): string {
  const called = functions.get(bound.name)
  if (!called) throw new Error(`no function ${bound.name}`)
  const [text, part] = bound.arguments
  if (called.pattern && text && part?.kind === 'value') {
    return `${operandText(writer, text)} like ${slotText(writer, { ...part.slot, pattern: called.pattern })}`
  }
  return called.sql(...bound.arguments.map((argument) => operandText(writer, argument)))
}
