import type { BoundNode, ScalarType } from '#odata/bind/bound.ts'
import type { BindPart, BindContext } from '#odata/bind/context.ts'
import { fillPair, fit, fitArray, fitPair, type ComparedSide } from '#odata/bind/fit.ts'
import { mismatch, refuseUnknownName, unsupported } from '#odata/bind/refusals.ts'
import type { BindPlace } from '#odata/bind/scope.ts'
import { familyOf, isCollection, isEnumeration, isFloat, boundType } from '#odata/bind/types.ts'
import { collectionFunctions } from '#odata/functions/collection.ts'
import type { Enumeration, ODataModel } from '#odata/model.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import type { QueryNode } from '#odata/syntax/node.ts'

/** The enumeration named in a literal such as `Model.Color'Red'`. */
export function enumerationNamed(context: BindContext, node: QueryNode & { kind: 'literal' }): Enumeration {
  const entry = context.literals[node.literal]
  const name = entry && 'text' in entry ? (entry.prefix ?? '') : ''
  const known = enumerationsOf(context.scope.model)
  const found = known.get(name)
  if (!found) throw refuseUnknownName({ text: name, at: node.at }, known.keys(), context.option)
  return found
}

/** The qualified name of an enumeration. */
export function qualifiedName({ namespace = 'Model' }: ODataModel, { name }: Enumeration): string {
  return `${namespace}.${name}`
}

/** The enumerations of a model, by qualified name. */
export function enumerationsOf(model: ODataModel): ReadonlyMap<string, Enumeration> {
  const properties = [...model.entitySets.values()].flatMap((set) => [...set.properties.values()])
  const known = properties.flatMap(({ enumeration }) => (enumeration ? [enumeration] : []))
  return new Map(known.map((enumeration) => [qualifiedName(model, enumeration), enumeration]))
}

/** `has`: whether all flags of the right operand are set in the left operand. */
export function bindHas(context: BindContext, node: QueryNode & { kind: 'has' }, bindExpression: BindPart): BoundNode {
  const left = bindExpression(context, node.left)
  const right = bindExpression(context, node.right)
  const type = boundType(left)
  if (type === 'null' || right.kind === 'null') return { kind: 'null' }
  if (!isEnumeration(type)) throw mismatch(type, 'has', node.at, context.option)
  const fitting = fit([node.right, right], type)
  if (!fitting) throw mismatch(type, boundType(right), node.right.at, context.option)
  return { kind: 'has', left, right: fitting }
}

/** `[...]`: all values take the type of the first value with a type. */
export function bindArray(
  context: BindContext,
  node: QueryNode & { kind: 'array' },
  bindExpression: BindPart,
): BoundNode {
  const of = node.of.map((item) => bindExpression(context, item))
  const type = of.map(boundType).find((each) => each !== 'null') ?? 'Edm.String'
  if (isCollection(type)) throw unsupported('[[]]', context.option)
  const array = fitArray(node, { kind: 'array', type: { of: type }, of }, type)
  const wrong = of.findIndex((item, index) => !fit([node.of[index] ?? node, item], type))
  if (!array)
    throw mismatch(type, boundType(of[wrong] ?? { kind: 'null' }), node.of[wrong]?.at ?? node.at, context.option)
  return array
}

/** `hassubset` and `hassubsequence`. */
export function bindSubset(
  context: BindContext,
  node: QueryNode & { kind: 'call' },
  [whole, part]: readonly BoundNode[],
): BoundNode {
  const [wholeNode, partNode] = node.arguments
  if (!whole || !part || !wholeNode || !partNode || node.arguments.length !== 2) {
    throw mismatch(`${node.name}(${node.arguments.length})`, `${node.name}(2)`, node.at, context.option)
  }
  for (const [side, bound] of [
    [wholeNode, whole],
    [partNode, part],
  ] as const) {
    const type = boundType(bound)
    if (type === 'null') return { kind: 'null' }
    if (!isCollection(type)) throw mismatch(type, 'Collection', side.at, context.option)
  }
  const [left, right] = fitPair(context, [wholeNode, whole], [partNode, part], node.at)
  return { kind: 'subset', isOrdered: node.name === 'hassubsequence', whole: left, part: right }
}

/**
 * A function of collections (part 2, 5.1.1.5): the first argument is a collection; the second is a collection too, or
 * all further arguments are numbers.
 */
export function bindCollection(
  context: BindContext,
  node: QueryNode & { kind: 'call' },
  given: readonly BoundNode[],
): BoundNode {
  const called = collectionFunctions.get(node.name)
  const [whole, ...others] = given
  const [wholeNode, partNode] = node.arguments
  const wanted = called?.takes === 'numbers' ? [called.least, called.most] : [1, 1]
  const isMany = others.length < (wanted[0] ?? 0) || others.length > (wanted[1] ?? 0)
  if (!called || !whole || !wholeNode || isMany)
    throw mismatch(`${node.name}(${given.length})`, 'Collection', node.at, context.option)
  if (given.some(({ kind }) => kind === 'null')) return { kind: 'null' }
  const collections = called.takes === 'collection' ? given : [whole]
  const wrong = given.findIndex((each, index) => {
    const type = boundType(each)
    if (type === 'null') return false
    return index < collections.length ? !isCollection(type) : familyOf(type) !== 'number' || isFloat(type)
  })
  const [found] = given.slice(wrong)
  if (wrong >= 0 && found) {
    const expected = wrong < collections.length ? 'Collection' : 'Edm.Int64'
    throw mismatch(boundType(found), expected, node.arguments[wrong]?.at ?? node.at, context.option)
  }
  const [part] = others
  const pair: readonly BoundNode[] =
    called.takes === 'collection' && part && partNode
      ? fitPair(context, [wholeNode, whole], [partNode, part], node.at)
      : given
  const [first = whole, ...rest] = pair
  const type = boundType(first)
  if (type === 'null') return { kind: 'null' }
  return {
    kind: 'several',
    name: node.name,
    type: called.result === 'collection' ? type : called.result,
    whole: first,
    given: rest,
  }
}

/** A place with the lambda variable bound to each value of a collection. */
export function placeWithin(
  context: BindContext,
  variable: string,
  type: ScalarType,
): { place: BindPlace; alias: string } {
  const { place } = context
  const depth = (place.variables?.size ?? 0) + (place.elements?.size ?? 0)
  if (depth >= queryLimits.lambdaDepth) throw overLimit('lambdaDepth', context.option)
  const alias = `v${place.elements?.size ?? 0}`
  const elements = new Map(place.elements).set(variable, { kind: 'element', alias, type })
  return { place: { ...place, elements }, alias }
}

/** `x in tags`: whether the collection has an equal value. */
export function someEqual(
  context: BindContext,
  collection: BoundNode,
  type: ScalarType,
  left: ComparedSide,
  at: number,
): BoundNode {
  const alias = `v${context.place.elements?.size ?? 0}`
  const element: BoundNode = { kind: 'element', alias, type }
  const node: QueryNode = { kind: 'path', names: [], at }
  const [one, other] = fillPair(context, fitPair(context, left, [node, element], at))
  return { kind: 'someValue', alias, collection, of: { kind: 'compare', operator: 'eq', left: one, right: other } }
}
