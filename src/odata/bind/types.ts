import type { Bound, BoundType, ExpressionType, ValueType } from '#odata/bind/bound.ts'
import type { EdmType } from '#odata/model.ts'
import type { LiteralType } from '#odata/syntax/node.ts'

/** The type of an expression's value. */
export function typeOf(bound: Bound): BoundType {
  switch (bound.kind) {
    case 'property':
      return bound.property.type
    case 'null':
      return 'null'
    case 'count':
      return 'Edm.Int64'
    default:
      return 'type' in bound ? bound.type : 'Edm.Boolean'
  }
}

/** Whether an expression can be null. Predicates never are. */
export function isNullable(bound: Bound): boolean {
  switch (bound.kind) {
    case 'property':
      return bound.table > 0 || bound.property.nullable
    case 'call':
      return bound.type !== 'Edm.Boolean' && bound.arguments.some(isNullable)
    case 'arithmetic':
      return isDivision(bound.operator) || isNullable(bound.left) || isNullable(bound.right)
    case 'negate':
    case 'cast':
      return isNullable(bound.of)
    case 'column':
    case 'case':
    case 'null':
      return true
    default:
      return false
  }
}

function isDivision(operator: string): boolean {
  return operator === 'div' || operator === 'divby' || operator === 'mod'
}

/** Types of one family can be compared with each other. */
export function familyOf(type: ExpressionType): string {
  return type === 'Edm.Int32' || type === 'Edm.Int64' || type === 'Edm.Decimal' ? 'number' : type
}

/** Whether values of the type are whole numbers. */
export function isWhole(type: BoundType): boolean {
  return type === 'Edm.Int32' || type === 'Edm.Int64'
}

const types: Partial<Record<LiteralType, ExpressionType>> = {
  string: 'Edm.String',
  integer: 'Edm.Int64',
  number: 'Edm.Decimal',
  boolean: 'Edm.Boolean',
  guid: 'Edm.Guid',
  date: 'Edm.Date',
  datetime: 'Edm.DateTimeOffset',
  duration: 'Edm.Duration',
}

/** What a literal is by itself; undefined for kinds that no property has. */
export function typeOfLiteral(type: LiteralType): ExpressionType | undefined {
  return types[type]
}

/** What a literal becomes beside something of the type `beside`; undefined where the two do not go together. */
export function typeBeside(literal: LiteralType, beside: ExpressionType): ExpressionType | undefined {
  // A day beside a time means its first moment in UTC.
  if (literal === 'date' && beside === 'Edm.DateTimeOffset') return beside
  if (literal === 'integer' && familyOf(beside) === 'number') return beside
  const own = types[literal]
  return own && familyOf(own) === familyOf(beside) ? own : undefined
}

const valueTypes: Record<ExpressionType, ValueType> = {
  'Edm.Guid': 'uuid',
  'Edm.String': 'text',
  'Edm.Int32': 'bigint',
  'Edm.Int64': 'bigint',
  'Edm.Decimal': 'numeric',
  'Edm.Boolean': 'boolean',
  'Edm.Date': 'date',
  'Edm.DateTimeOffset': 'timestamptz',
  'Edm.Duration': 'interval',
}

/** How values of a type are sent to PostgreSQL. */
export function valueTypeOf(type: ExpressionType): ValueType {
  return valueTypes[type]
}

const edmTypes: ReadonlyMap<string, EdmType> = new Map(
  (['Guid', 'String', 'Int32', 'Int64', 'Decimal', 'Boolean', 'Date', 'DateTimeOffset'] as const).map(
    (name) => [`Edm.${name}`, `Edm.${name}`] as const,
  ),
)

/** The type of that name, if the engine has it. */
export function edmTypeOf(name: string): EdmType | undefined {
  return edmTypes.get(name)
}
