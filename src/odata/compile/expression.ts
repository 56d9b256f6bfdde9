import type { Bound, Slot } from '#odata/bind/bound.ts'
import { isNullable, typeOf } from '#odata/bind/types.ts'
import { column, parameter, type Writer } from '#odata/compile/writer.ts'
import { functions } from '#odata/functions/registry.ts'

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
    default:
      return operandText(writer, bound)
  }
}

// As an operand a predicate must be true or false, never null.
function operandText(writer: Writer, bound: Bound): string {
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
    default:
      return `((${conditionText(writer, bound)}) is true)`
  }
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
  if (operator === 'ne' && leftNull) return `(${leftText} <> ${rightText} or ${leftText} is null)`
  if (operator === 'ne' && rightNull) return `(${leftText} <> ${rightText} or ${rightText} is null)`
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
  const listed = `${text} = any(${slotText(writer, slot)}[])`
  return orNull && isNullable(left) ? `(${listed} or ${text} is null)` : listed
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
