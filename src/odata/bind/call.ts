import type { BoundNode, BoundType, ExpressionType, ScalarType } from '#odata/bind/bound.ts'
import type { BindPart, BindContext } from '#odata/bind/context.ts'
import { ownCost } from '#odata/bind/weight.ts'
import { bindOwnCall } from '#odata/bind/inline.ts'
import { mismatch, refuseUnknownName, unsupported } from '#odata/bind/refusals.ts'
import { tableAt } from '#odata/bind/scope.ts'
import { bindCollection, bindSubset, enumerationsOf } from '#odata/bind/collection.ts'
import {
  edmTypeOf,
  familyOf,
  isCollection,
  isEnumeration,
  isFloat,
  isWhole,
  boundType,
  odataValueType,
} from '#odata/bind/types.ts'
import { isGeo } from '#odata/geo.ts'
import { collectionFunctions } from '#odata/functions/collection.ts'
import { odataFunctionsNamed, functions, type ODataFunction } from '#odata/functions/registry.ts'
import type { QueryNode } from '#odata/syntax/node.ts'

type Call = QueryNode & { kind: 'call' }

// Standard functions without support here (data aggregation 3.6 and 6.2).
const later =
  /^(?:isdefined|(?:Aggregation|Org\.OData\.Aggregation\.V1)\.is(?:root|node|leaf|ancestor|descendant|sibling))$/i

/** Binds a call: validates the function and the number and types of its arguments. */
export function bindCall(context: BindContext, node: Call, bindExpression: BindPart): BoundNode {
  if (node.name === 'cast' || node.name === 'isof') return bindTyped(context, node, bindExpression)
  if (node.name === 'hassubset' || node.name === 'hassubsequence') {
    return bindSubset(
      context,
      node,
      node.arguments.map((part) => bindExpression(context, part)),
    )
  }
  const called = odataFunctionsNamed(node.name)
  if (called.length === 0) {
    const own = bindOwnCall(context, node, bindExpression)
    if (own) return own
    if (later.test(node.name)) throw unsupported(node.name, context.option)
    throw refuseUnknownName({ text: node.name, at: node.at }, functions.keys(), context.option)
  }
  const given = node.arguments.map((part) => bindExpression(context, part))
  if (given.some(isSeveral) && collectionFunctions.has(node.name)) return bindCollection(context, node, given)
  const fitting = called.filter((each) => each.parameters.length === given.length)
  if (fitting.length === 0) throw mismatch(`${node.name}(${given.length})`, expectedOf(called), node.at, context.option)
  const found = fitting.find((each) =>
    each.parameters.every((type, index) => takes(type, boundType(given[index] ?? nothing))),
  )
  if (!found) throw wrongType(context, node, given, fitting)
  if (given.some((part) => part.kind === 'null')) return nothing
  const parts = regular(context, found, given)
  const bound: BoundNode = { kind: 'call', name: found.id ?? found.name, type: found.result, arguments: parts }
  context.scope.cost += ownCost(bound)
  return bound
}

const nothing: BoundNode = { kind: 'null' }

function takes(parameter: ExpressionType, given: BoundType): boolean {
  return given === 'null' || (familyOf(parameter) === familyOf(given) && isFloat(parameter) === isFloat(given))
}

function isSeveral(bound: BoundNode): boolean {
  return isCollection(boundType(bound))
}

function expectedOf(called: readonly ODataFunction[]): string {
  return called.map((each) => `${each.name}(${each.parameters.length})`).join(', ')
}

function wrongType(context: BindContext, node: Call, given: readonly BoundNode[], fitting: readonly ODataFunction[]) {
  const [first] = fitting
  const index = given.findIndex((part, index) => {
    return !fitting.some((each) => takes(each.parameters[index] ?? 'Edm.String', boundType(part)))
  })
  const place = Math.max(index, 0)
  const at = node.arguments[place]?.at ?? node.at
  return mismatch(boundType(given[place] ?? nothing), first?.parameters[place] ?? '', at, context.option)
}

// A pattern must be a literal, because patterns are validated before use.
function regular(context: BindContext, found: ODataFunction, given: readonly BoundNode[]): readonly BoundNode[] {
  if (found.name !== 'matchespattern') return given
  return given.map((part, index) => {
    if (index === 0) return part
    if (part.kind !== 'value') throw unsupported('matchesPattern', context.option)
    return { ...part, slot: { ...part.slot, regular: true } }
  })
}

// `cast` and `isof` with a primitive type or an enumeration; null has no type.
function bindTyped(context: BindContext, node: Call, bindExpression: BindPart): BoundNode {
  const [value, typeNode] = node.arguments
  const name = typeNode?.kind === 'member' ? (typeNode.segments[0]?.name.text ?? '') : ''
  const type = edmTypeOf(name) ?? enumerationsOf(context.scope.model).get(name)
  if (node.name === 'isof' && value && !typeNode) return isOfType(context, value)
  if (!value || !typeNode || !type || node.arguments.length !== 2)
    throw unsupported(`${node.name}(${name})`, context.option)
  const of = bindExpression(context, value)
  const own = boundType(of)
  if (own === 'null') return node.name === 'cast' ? nothing : { kind: 'constant', value: false }
  if (node.name === 'isof') {
    if (!isSameType(own, type)) return { kind: 'constant', value: false }
    return { kind: 'compare', operator: 'ne', left: of, right: nothing }
  }
  if (isSameType(own, type)) return of
  if (isGeo(own) || isGeo(type)) throw unsupported(`cast(${name})`, context.option)
  if (!canCast(own, type)) return nothing
  if (of.kind === 'value' && isExact(own) && type === 'Edm.Decimal') {
    return { ...of, type, slot: { ...of.slot, as: odataValueType(type) } }
  }
  return { kind: 'cast', type, of }
}

// `isof(Namespace.Type)`: every row of a set has the set's own type.
function isOfType({ scope, place, columns, option }: BindContext, node: QueryNode): BoundNode {
  const name = node.kind === 'member' ? (node.segments[0]?.name.text ?? '') : ''
  const { entitySets, namespace = 'Model' } = scope.model
  const named = [...entitySets.values()].find((set) => `${namespace}.${set.typeName ?? set.name}` === name)
  if (!named || columns) throw unsupported(`isof(${name})`, option)
  return { kind: 'constant', value: tableAt(scope, place.base).set === named }
}

function isSameType(left: ExpressionType, right: ExpressionType): boolean {
  return left === right || (isEnumeration(left) && isEnumeration(right) && left.name === right.name)
}

function isExact(type: ExpressionType): boolean {
  return familyOf(type) === 'number' && !isFloat(type)
}

const readable: ReadonlySet<BoundType> = new Set([
  'Edm.Guid',
  'Edm.Date',
  'Edm.TimeOfDay',
  'Edm.DateTimeOffset',
  'Edm.Duration',
  'Edm.Boolean',
  'Edm.Binary',
])

// Part 2, 5.1.1.10.1. Other casts result in null.
function canCast(from: ExpressionType, to: ScalarType): boolean {
  if (isEnumeration(to)) return from === 'Edm.String' || isWhole(from) || isEnumeration(from)
  const isNumber = familyOf(to) === 'number'
  if (to === 'Edm.String') return readable.has(from) || isEnumeration(from) || familyOf(from) === 'number'
  if (from === 'Edm.String') return isNumber || readable.has(to)
  if (familyOf(from) === 'number' || isEnumeration(from)) return isNumber
  if (from === 'Edm.DateTimeOffset') return to === 'Edm.Date' || to === 'Edm.TimeOfDay'
  return from === 'Edm.Date' && to === 'Edm.DateTimeOffset'
}
