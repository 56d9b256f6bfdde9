import type { Bound, BoundType, ValueType } from '#odata/bind/bound.ts'
import type { EdmType } from '#odata/model.ts'
import type { LiteralType } from '#odata/syntax/node.ts'

/** The type of an expression's value. */
export function typeOf(bound: Bound): BoundType {
  switch (bound.kind) {
    case 'property':
      return bound.property.type
    case 'value':
    case 'call':
      return bound.type
    case 'null':
      return 'null'
    default:
      return 'Edm.Boolean'
  }
}

/** Whether an expression can be null. Predicates never are. */
export function isNullable(bound: Bound): boolean {
  if (bound.kind === 'property') return bound.table > 0 || bound.property.nullable
  if (bound.kind === 'call') return bound.type !== 'Edm.Boolean' && bound.arguments.some(isNullable)
  return bound.kind === 'null'
}

/** Types of one family can be compared with each other. */
export function familyOf(type: EdmType): string {
  return type === 'Edm.Int32' || type === 'Edm.Int64' || type === 'Edm.Decimal' ? 'number' : type
}

const types: Record<Exclude<LiteralType, 'null'>, EdmType> = {
  string: 'Edm.String',
  integer: 'Edm.Int64',
  number: 'Edm.Decimal',
  boolean: 'Edm.Boolean',
  guid: 'Edm.Guid',
  date: 'Edm.Date',
  datetime: 'Edm.DateTimeOffset',
}

/** What a literal is by itself. */
export function typeOfLiteral(type: Exclude<LiteralType, 'null'>): EdmType {
  return types[type]
}

/** What a literal becomes beside something of the type `beside`; undefined where the two do not go together. */
export function typeBeside(literal: Exclude<LiteralType, 'null'>, beside: EdmType): EdmType | undefined {
  // A day beside a time means its first moment in UTC.
  if (literal === 'date' && beside === 'Edm.DateTimeOffset') return beside
  if (literal === 'integer' && familyOf(beside) === 'number') return beside
  return familyOf(types[literal]) === familyOf(beside) ? types[literal] : undefined
}

const valueTypes: Record<EdmType, ValueType> = {
  'Edm.Guid': 'uuid',
  'Edm.String': 'text',
  'Edm.Int32': 'bigint',
  'Edm.Int64': 'bigint',
  'Edm.Decimal': 'numeric',
  'Edm.Boolean': 'boolean',
  'Edm.Date': 'date',
  'Edm.DateTimeOffset': 'timestamptz',
}

/** How values of a type are sent to PostgreSQL. */
export function valueTypeOf(type: EdmType): ValueType {
  return valueTypes[type]
}
