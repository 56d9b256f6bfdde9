import type { BoundNode, CompareOperator, ExpressionType } from '#odata/bind/bound.ts'
import { isCollection, isFloat, isNullable, boundType, odataValueType } from '#odata/bind/types.ts'
import { castText } from '#odata/compile/cast.ts'
import { arithmeticText, exactText, intervalText, secondsText, type Typed } from '#odata/compile/arithmetic.ts'
import { manyText } from '#odata/compile/source.ts'
import { digitsLike, slotText } from '#odata/compile/slot.ts'
import { foundText } from '#odata/compile/words.ts'
import { column, quotedName, type Writer } from '#odata/compile/writer.ts'
import { folded } from '#platform/caseFolding.ts'
import { collectionFunctions } from '#odata/functions/collection.ts'
import { functions } from '#odata/functions/registry.ts'

/**
 * The expression as a row condition: only true matters, so the SQL may be null instead of false. Comparisons with a
 * column then keep a form that indexes serve.
 */
export function conditionText(writer: Writer, bound: BoundNode): string {
  switch (bound.kind) {
    case 'and':
    case 'or':
      return `(${bound.of.map((part) => conditionText(writer, part)).join(` ${bound.kind} `)})`
    case 'not':
      if (isNullable(bound.of)) return `not (${operandText(writer, bound.of)})`
      return `(${conditionText(writer, bound.of)}) is not true`
    case 'holds':
      return conditionText(writer, bound.of)
    case 'compare':
      return compareText(writer, bound)
    case 'in':
      return inText(writer, bound)
    case 'call':
      return callText(writer, bound)
    case 'has':
      return hasText(operandText(writer, bound.left), operandText(writer, bound.right))
    case 'someValue':
      return `exists (select from ${valuesText(writer, bound)})`
    case 'subset':
      return subsetText(writer, bound)
    case 'words':
      return foundText(writer, bound)
    case 'digits':
      return digitsLike(writer, bound, { ...bound.slot, pattern: 'contains' })
    case 'some':
      return `exists (select from ${manyText(writer, bound, (part) => conditionText(writer, part))})`
    case 'null':
      return 'false'
    default:
      return operandText(writer, bound)
  }
}

/** The expression as a value: true, false or null by OData's rules. */
export function operandText(writer: Writer, bound: BoundNode): string {
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
      return bound.type === 'Edm.Boolean' ? `(${callText(writer, bound)})` : callText(writer, bound)
    case 'has':
      return `(${conditionText(writer, bound)})`
    case 'filled':
      return `nullif(${operandText(writer, bound.of)}, '')`
    case 'column':
      return `s.${quotedName(bound.name)}`
    case 'arithmetic':
      return arithmeticText(bound.operator, bound.type, typed(writer, bound.left), typed(writer, bound.right))
    case 'negate':
      return negateText(bound.type, operandText(writer, bound.of))
    case 'element':
      return `${bound.alias}.v`
    case 'array':
      return `array[${bound.of.map((item) => operandText(writer, item)).join(', ')}]::${odataValueType(bound.type)}[]`
    case 'several':
      return severalText(writer, bound)
    case 'inline':
      return inlineText(writer, bound)
    case 'case':
      return caseText(writer, bound)
    case 'cast':
      return castText(bound.type, typed(writer, bound.of))
    case 'count':
      return `(select count(*) from ${manyText(writer, bound, (part) => conditionText(writer, part))})`
    case 'countValues':
      if (!bound.of) return `coalesce(cardinality(${operandText(writer, bound.collection)}), 0)::bigint`
      return `(select count(*) from ${valuesText(writer, bound)})`
    default:
      return isNullable(bound) ? logicText(writer, bound) : `((${conditionText(writer, bound)}) is true)`
  }
}

// PostgreSQL's three-valued logic equals OData's.
function logicText(writer: Writer, bound: BoundNode): string {
  if (bound.kind === 'not') return `(not ${operandText(writer, bound.of)})`
  if (bound.kind !== 'and' && bound.kind !== 'or') throw new Error(`${bound.kind} is never null`)
  return `(${bound.of.map((part) => operandText(writer, part)).join(` ${bound.kind} `)})`
}

// SQL of an operand with its type; a bare null gets the type of texts.
function typed(writer: Writer, bound: BoundNode): Typed {
  const type = boundType(bound)
  return { text: operandText(writer, bound), type: type === 'null' ? 'Edm.String' : type }
}

function negateText(type: ExpressionType, text: string): string {
  if (type === 'Edm.Duration') return intervalText(`-${secondsText(text)}`)
  return isFloat(type) ? `(-(${text})::float8)` : `(-(${text})::numeric)`
}

// FROM clause of a collection's matching values, one row each.
function valuesText(writer: Writer, bound: BoundNode & { kind: 'someValue' | 'countValues' }): string {
  const values = `unnest(${operandText(writer, bound.collection)}) as ${bound.alias}(v)`
  return bound.of ? `${values} where ${conditionText(writer, bound.of)}` : values
}

function subsetText(writer: Writer, { isOrdered, whole, part }: BoundNode & { kind: 'subset' }): string {
  const type = boundType(whole)
  const as = `${type === 'null' ? 'text' : odataValueType(type)}[]`
  const [a, b] = [whole, part].map((side) => `coalesce((${operandText(writer, side)})::${as}, '{}')`)
  if (!isOrdered) {
    const often = 'select count(*) from unnest(z.a) as w(v) where w.v is not distinct from x.v'
    const missing = `select from unnest(z.b) as x(v) group by x.v having count(*) > (${often})`
    return `(select not exists (${missing}) from (select ${a} as a, ${b} as b) z)`
  }
  // Each value of the whole collection is visited once, and compared with the next value of the part.
  const step = 'case when m.j < cardinality(z.b) and z.a[m.i + 1] is not distinct from z.b[m.j + 1] then 1 else 0 end'
  const walk = `with recursive m(i, j) as (select 0, 0 union all select m.i + 1, m.j + ${step} from m where m.i < cardinality(z.a))`
  return `(select (${walk} select max(m.j) = cardinality(z.b) from m) from (select ${a} as a, ${b} as b) z)`
}

function severalText(writer: Writer, { name, whole, given }: BoundNode & { kind: 'several' }): string {
  const called = collectionFunctions.get(name)
  if (!called) throw new Error(`no function ${name}`)
  const [first = '', ...others] = [whole, ...given].map((each) => {
    const type = boundType(each)
    return type !== 'null' && isCollection(type) ? arrayOf(writer, each, type) : operandText(writer, each)
  })
  return called.takes === 'collection' ? called.sql(first, others[0] ?? '') : called.sql(first, ...others)
}

function inlineText(writer: Writer, { of, type, arguments: given }: BoundNode & { kind: 'inline' }): string {
  const text = of.sql(...given.map((each) => operandText(writer, each)))
  return type === 'Edm.Boolean' ? `(${text})` : text
}

function caseText(writer: Writer, bound: BoundNode & { kind: 'case' }): string {
  const branches = bound.of.map(
    ({ when, value }) => `when ${conditionText(writer, when)} then ${operandText(writer, value)}`,
  )
  return `(case ${branches.join(' ')} end)`
}

// Enumerations are stored as whole numbers of any size.
function hasText(left: string, right: string): string {
  return right.startsWith('$')
    ? `(${left})::bigint & ${right} = ${right}`
    : `(select x.a & x.b = x.b from (select (${left})::bigint as a, (${right})::bigint as b) x)`
}

const signs = { eq: '=', ne: '<>', gt: '>', ge: '>=', lt: '<', le: '<=' } as const

function compareText(writer: Writer, { operator, left, right }: BoundNode & { kind: 'compare' }): string {
  if (left.kind === 'null') return nullText(writer, operator, right)
  if (right.kind === 'null') return nullText(writer, operator, left)
  const [leftType, rightType] = [boundType(left), boundType(right)]
  if (isFloat(leftType) || isFloat(rightType)) return floatText(writer, operator, left, right)
  const leftText = isCollection(leftType) ? arrayOf(writer, left, leftType) : operandText(writer, left)
  const rightText = isCollection(rightType) ? arrayOf(writer, right, rightType) : operandText(writer, right)
  return signText(operator, [left, leftText], [right, rightText])
}

type Side = readonly [BoundNode, string]

function signText(operator: CompareOperator, [left, leftText]: Side, [right, rightText]: Side): string {
  const [leftNull, rightNull] = [isNullable(left), isNullable(right)]
  if (operator === 'eq' && leftNull && rightNull) return `${leftText} is not distinct from ${rightText}`
  if (operator === 'ne' && leftNull && rightNull) return `${leftText} is distinct from ${rightText}`
  if (operator === 'ne' && leftNull && left.kind === 'property')
    return `(${leftText} <> ${rightText} or ${leftText} is null)`
  if (operator === 'ne' && rightNull && right.kind === 'property')
    return `(${leftText} <> ${rightText} or ${rightText} is null)`
  if (operator === 'ne' && (leftNull || rightNull)) return `${leftText} is distinct from ${rightText}`
  // Texts are compared by code point, whatever their sort order. Both sides carry the collation, because a function may
  // have a collation of its own.
  const byCodePoint = operator !== 'eq' && operator !== 'ne' && boundType(left) === 'Edm.String' ? ' collate "C"' : ''
  return `${leftText}${byCodePoint} ${signs[operator]} ${rightText}${byCodePoint}`
}

function arrayOf(writer: Writer, bound: BoundNode, type: ExpressionType): string {
  return `coalesce((${operandText(writer, bound)})::${odataValueType(type)}[], '{}')`
}

// NaN is not equal to, less than or greater than any value, including itself; PostgreSQL sorts NaN above all numbers.
function floatText(writer: Writer, operator: CompareOperator, left: BoundNode, right: BoundNode): string {
  const areFloats = isFloat(boundType(left)) && isFloat(boundType(right))
  const text = (side: BoundNode) => (areFloats ? operandText(writer, side) : exactText(typed(writer, side)))
  const [leftText, rightText] = [text(left), text(right)]
  if (isShort(left) && isShort(right)) return orderedFloats(operator, [left, leftText], [right, rightText])
  // Both sides occur twice, so they are computed once in a subquery.
  const compared = orderedFloats(operator, [left, 'x.a'], [right, 'x.b'])
  return `(select ${compared} from (select ${leftText} as a, ${rightText} as b) x)`
}

function isShort({ kind }: BoundNode): boolean {
  return kind === 'property' || kind === 'value' || kind === 'element' || kind === 'column'
}

function orderedFloats(operator: CompareOperator, [left, leftText]: Side, [right, rightText]: Side): string {
  const compared = signText(operator, [left, leftText], [right, rightText])
  const canBeNaN = (side: BoundNode) => side.kind !== 'value' && isFloat(boundType(side))
  const [leftNaN, rightNaN] = [canBeNaN(left), canBeNaN(right)]
  const isNumber = (side: string) => `${side} is distinct from 'NaN'`
  switch (operator) {
    case 'eq':
      return leftNaN && rightNaN ? `(${compared} and ${isNumber(leftText)})` : compared
    case 'ne':
      return leftNaN && rightNaN ? `(${compared} or ${leftText} is not distinct from 'NaN')` : compared
    case 'gt':
    case 'ge':
      return leftNaN ? `(${compared} and ${isNumber(leftText)})` : compared
    case 'lt':
    case 'le':
      return rightNaN ? `(${compared} and ${isNumber(rightText)})` : compared
  }
}

function nullText(writer: Writer, operator: string, other: BoundNode): string {
  if (!isNullable(other)) return String(operator === 'ne')
  return `${operandText(writer, other)} is ${operator === 'ne' ? 'not ' : ''}null`
}

function inText(writer: Writer, { left, slot, orNull }: BoundNode & { kind: 'in' }): string {
  const text = operandText(writer, left)
  const list = `${slotText(writer, slot)}[]`
  const listed = `${text} = any(${list})`
  // The left side is repeated only where it is short.
  if (!orNull || !isNullable(left)) return listed
  if (left.kind === 'property') return `(${listed} or ${text} is null)`
  return `(select x.a = any(${list}) or x.a is null from (select ${text} as a) x)`
}

function callText(writer: Writer, bound: BoundNode & { kind: 'call' }): string {
  const called = functions.get(bound.name)
  if (!called) throw new Error(`no function ${bound.name}`)
  const [text, part] = bound.arguments
  if (called.pattern && text && part?.kind === 'value') {
    const slot = { ...part.slot, pattern: called.pattern }
    const own = `${operandText(writer, text)} like ${slotText(writer, slot)}`
    if (text.kind !== 'property' || !text.property.searchable) return own
    // The index holds lower-case texts: whatever the pattern matches also matches in lower case.
    const hint = folded(slotText(writer, { ...slot, hint: true }))
    return `(${folded(operandText(writer, text))} like ${hint} and ${own})`
  }
  const own = called.sql(...bound.arguments.map((argument) => operandText(writer, argument)))
  const isOfDigits = text?.kind === 'property' && text.property.telephone && part?.kind === 'value'
  if (!isOfDigits || !part.slot.regular) return own
  return `(${digitsLike(writer, text, { ...part.slot, hint: true })} and ${own})`
}
