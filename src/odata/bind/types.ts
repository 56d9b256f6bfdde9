import type { BoundNode, BoundType, ExpressionType, ScalarType, ValueType } from '#odata/bind/bound.ts'
import type { EdmType, Enumeration, Property } from '#odata/model.ts'
import type { LiteralType } from '#odata/syntax/node.ts'

/** The type of a bound expression. */
export function boundType(bound: BoundNode): BoundType {
  switch (bound.kind) {
    case 'property':
      return typeOfProperty(bound.property)
    case 'null':
      return 'null'
    case 'count':
    case 'countValues':
      return 'Edm.Int64'
    default:
      return 'type' in bound ? bound.type : 'Edm.Boolean'
  }
}

/** The type of a property: a single value or a collection. */
export function typeOfProperty(property: Property): ExpressionType {
  const of = property.enumeration ?? property.type
  return property.collection ? { of } : of
}

/** Whether an expression can be null. */
export function isNullable(bound: BoundNode): boolean {
  switch (bound.kind) {
    case 'property':
      return bound.table > 0 || bound.property.nullable
    case 'call':
      return bound.arguments.some(isNullable)
    case 'and':
    case 'or':
      return bound.of.some(isNullable)
    case 'has':
      return isNullable(bound.left) || isNullable(bound.right)
    case 'arithmetic':
      return hasNoResult(bound) || isNullable(bound.left) || isNullable(bound.right)
    case 'not':
    case 'negate':
      return isNullable(bound.of)
    case 'cast':
      // A failed cast is null; every value has a text.
      return bound.type !== 'Edm.String' || isNullable(bound.of)
    case 'column':
    case 'inline':
    case 'case':
    case 'element':
    case 'filled':
    case 'null':
      return true
    default:
      return false
  }
}

// Division by zero and moments outside the calendar are null.
function hasNoResult({ operator, type }: BoundNode & { kind: 'arithmetic' }): boolean {
  return operator === 'div' || operator === 'divby' || operator === 'mod' || familyOf(type) !== 'number'
}

const wholes: ReadonlySet<unknown> = new Set(['Edm.Byte', 'Edm.SByte', 'Edm.Int16', 'Edm.Int32', 'Edm.Int64'])
const floats: ReadonlySet<unknown> = new Set(['Edm.Single', 'Edm.Double'])

/** The family of a type; types of one family can be compared. */
export function familyOf(type: ExpressionType): string {
  if (isCollection(type)) return `[]${familyOf(type.of)}`
  if (typeof type !== 'string') return `enum ${type.name}`
  return isWhole(type) || isFloat(type) || type === 'Edm.Decimal' ? 'number' : type
}

/** The display name of a type. */
export function nameOfType(type: BoundType): string {
  if (typeof type === 'string') return type
  return isCollection(type) ? `Collection(${nameOfType(type.of)})` : type.name
}

/** Whether the type is a whole number type. */
export function isWhole(type: BoundType): boolean {
  return wholes.has(type)
}

/** Whether the type is a floating-point type, with infinities and NaN. */
export function isFloat(type: BoundType): boolean {
  return floats.has(type)
}

export function isCollection(type: BoundType): type is { readonly of: ScalarType } {
  return typeof type !== 'string' && 'of' in type
}

export function isEnumeration(type: BoundType): type is Enumeration {
  return typeof type !== 'string' && 'members' in type
}

/** The common type of two number types. */
export function widerNumber(left: ExpressionType, right: ExpressionType): EdmType {
  if (isFloat(left) || isFloat(right)) return 'Edm.Double'
  return isWhole(left) && isWhole(right) ? 'Edm.Int64' : 'Edm.Decimal'
}

const types: Partial<Record<LiteralType, EdmType>> = {
  string: 'Edm.String',
  integer: 'Edm.Int64',
  number: 'Edm.Decimal',
  special: 'Edm.Double',
  boolean: 'Edm.Boolean',
  guid: 'Edm.Guid',
  date: 'Edm.Date',
  datetime: 'Edm.DateTimeOffset',
  time: 'Edm.TimeOfDay',
  duration: 'Edm.Duration',
  binary: 'Edm.Binary',
}

/**
 * The type of a literal without context; undefined for kinds without properties, and for enumerations, which need the
 * model.
 */
export function typeOfLiteral(type: LiteralType): EdmType | undefined {
  return types[type]
}

/** The type of a literal beside a value of the type `beside`; undefined for incompatible types. */
export function typeBeside(literal: LiteralType, beside: ExpressionType): ExpressionType | undefined {
  if (isCollection(beside)) return undefined
  // 4.01: enumeration members may also be written as texts and numbers.
  if (isEnumeration(beside))
    return literal === 'string' || literal === 'integer' || literal === 'enum' ? beside : undefined
  // A date compared with a moment means the start of the day in UTC.
  if (literal === 'date' && beside === 'Edm.DateTimeOffset') return beside
  if (literal === 'integer' && familyOf(beside) === 'number') return beside
  if ((literal === 'number' || literal === 'special') && isFloat(beside)) return beside
  const own = types[literal]
  return own && familyOf(own) === familyOf(beside) ? own : undefined
}

const valueTypes: Record<EdmType, ValueType> = {
  'Edm.Guid': 'uuid',
  'Edm.String': 'text',
  'Edm.Byte': 'bigint',
  'Edm.SByte': 'bigint',
  'Edm.Int16': 'bigint',
  'Edm.Int32': 'bigint',
  'Edm.Int64': 'bigint',
  'Edm.Decimal': 'numeric',
  'Edm.Single': 'float8',
  'Edm.Double': 'float8',
  'Edm.Boolean': 'boolean',
  'Edm.Date': 'date',
  'Edm.DateTimeOffset': 'timestamptz',
  'Edm.TimeOfDay': 'time',
  'Edm.Duration': 'interval',
  'Edm.Binary': 'bytea',
  'Edm.Stream': 'bytea',
  'Edm.GeographyPoint': 'jsonb',
  'Edm.GeographyLineString': 'jsonb',
  'Edm.GeographyPolygon': 'jsonb',
  'Edm.GeometryPoint': 'jsonb',
  'Edm.GeometryLineString': 'jsonb',
  'Edm.GeometryPolygon': 'jsonb',
}

/** PostgreSQL parameter type of a type; for collections, of each value. */
export function odataValueType(type: ExpressionType): ValueType {
  if (isCollection(type)) return odataValueType(type.of)
  return typeof type === 'string' ? valueTypes[type] : 'bigint'
}

const edmTypes: ReadonlyMap<string, EdmType> = new Map(
  (Object.keys(valueTypes) as EdmType[]).map((name) => [name, name] as const),
)

/** The type with a name; undefined for unknown names. */
export function edmTypeOf(name: string): EdmType | undefined {
  return edmTypes.get(name)
}
