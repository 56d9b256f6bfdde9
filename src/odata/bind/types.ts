import type { BoundNode, BoundType, ExpressionType, ScalarType, ValueType } from '#odata/bind/bound.ts'
import type { EdmType, Enumeration, Property } from '#odata/model.ts'
import type { LiteralType } from '#odata/syntax/node.ts'

/** The type of an expression's value. */
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

/** What a property holds: one value or several. */
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
      // What has no value of the type is null; a text has everything.
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

// What divides by zero or leaves the calendar is null.
function hasNoResult({ operator, type }: BoundNode & { kind: 'arithmetic' }): boolean {
  return operator === 'div' || operator === 'divby' || operator === 'mod' || familyOf(type) !== 'number'
}

const wholes: ReadonlySet<unknown> = new Set(['Edm.Byte', 'Edm.SByte', 'Edm.Int16', 'Edm.Int32', 'Edm.Int64'])
const floats: ReadonlySet<unknown> = new Set(['Edm.Single', 'Edm.Double'])

/** Types of one family can be compared with each other. */
export function familyOf(type: ExpressionType): string {
  if (isCollection(type)) return `[]${familyOf(type.of)}`
  if (typeof type !== 'string') return `enum ${type.name}`
  return isWhole(type) || isFloat(type) || type === 'Edm.Decimal' ? 'number' : type
}

/** What people call a type. */
export function nameOfType(type: BoundType): string {
  if (typeof type === 'string') return type
  return isCollection(type) ? `Collection(${nameOfType(type.of)})` : type.name
}

/** Whether values of the type are whole numbers. */
export function isWhole(type: BoundType): boolean {
  return wholes.has(type)
}

/** Whether values of the type are floating-point numbers, which may be infinite or no number at all. */
export function isFloat(type: BoundType): boolean {
  return floats.has(type)
}

export function isCollection(type: BoundType): type is { readonly of: ScalarType } {
  return typeof type !== 'string' && 'of' in type
}

export function isEnumeration(type: BoundType): type is Enumeration {
  return typeof type !== 'string' && 'members' in type
}

/** The type that two numbers of these types give together. */
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

/** What a literal is by itself; undefined for kinds that no property has, and for enumerations, which need the model. */
export function typeOfLiteral(type: LiteralType): EdmType | undefined {
  return types[type]
}

/** What a literal becomes beside something of the type `beside`; undefined where the two do not go together. */
export function typeBeside(literal: LiteralType, beside: ExpressionType): ExpressionType | undefined {
  if (isCollection(beside)) return undefined
  // 4.01: members are also written as texts and by their numbers.
  if (isEnumeration(beside))
    return literal === 'string' || literal === 'integer' || literal === 'enum' ? beside : undefined
  // A day beside a time means its first moment in UTC.
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

/** How values of a type are sent to PostgreSQL; for a collection, each of them. */
export function odataValueType(type: ExpressionType): ValueType {
  if (isCollection(type)) return odataValueType(type.of)
  return typeof type === 'string' ? valueTypes[type] : 'bigint'
}

const edmTypes: ReadonlyMap<string, EdmType> = new Map(
  (Object.keys(valueTypes) as EdmType[]).map((name) => [name, name] as const),
)

/** The type of that name, if the engine has it. */
export function edmTypeOf(name: string): EdmType | undefined {
  return edmTypes.get(name)
}
