import type { BoundNode } from '#odata/bind/bound.ts'
import type { BindPart, BindContext } from '#odata/bind/context.ts'
import { fillPair, fitPair } from '#odata/bind/fit.ts'
import { mismatch, notQueryable, refuseUnknownName } from '#odata/bind/refusals.ts'
import { isVariable, tableAt, walk } from '#odata/bind/scope.ts'
import { boundType } from '#odata/bind/types.ts'
import type { EntitySet, Property } from '#odata/model.ts'
import type { QueryNode } from '#odata/syntax/node.ts'

type Compare = QueryNode & { kind: 'compare' }

/** A complex property at the end of a path. */
type ComplexPlace = { readonly table: number; readonly set: EntitySet; readonly path: string; readonly type: string }

/**
 * `address eq {"city":"Rīga"}`, `address eq null`, `address eq other`: complex values are equal when all their parts
 * are equal; an omitted part is null. Undefined where neither operand is complex.
 */
export function bindComplex(context: BindContext, node: Compare, bindExpression: BindPart): BoundNode | undefined {
  const [left, right] = [complexAt(context, node.left), complexAt(context, node.right)]
  const side = left ?? right
  const other = left ? node.right : node.left
  if (!side) {
    const isWritten = isComplexLiteral(node.left) || isComplexLiteral(node.right)
    return isWritten ? bindWritten(context, node, bindExpression) : undefined
  }
  const isNull = other.kind === 'alias' || (other.kind === 'literal' && other.type === 'null')
  if (node.operator !== 'eq' && node.operator !== 'ne') {
    // Part 2, 5.1.1.1.3: greater and less are false wherever null takes part.
    if (isNull) return { kind: 'constant', value: false }
    throw mismatch(side.type, node.operator, node.at, context.option)
  }
  const areSame =
    left && right ? sameParts(context, left, right, node.at) : sameAs(context, side, other, bindExpression)
  return node.operator === 'eq' ? areSame : { kind: 'not', of: areSame }
}

function isComplexLiteral({ kind }: QueryNode): boolean {
  return kind === 'object'
}

// Two complex literals are equal where all named parts are equal; an omitted part is null.
function bindWritten(
  context: BindContext,
  { left, right, operator, at }: Compare,
  bindExpression: BindPart,
): BoundNode {
  const isOrder = operator !== 'eq' && operator !== 'ne'
  const isNull = (side: QueryNode) => side.kind === 'alias' || (side.kind === 'literal' && side.type === 'null')
  if (isNull(left) || isNull(right)) return { kind: 'constant', value: operator === 'ne' }
  if (isOrder) throw mismatch('{}', operator, at, context.option)
  if (left.kind !== 'object' || right.kind !== 'object') {
    const other = bindExpression(context, left.kind === 'object' ? right : left)
    throw mismatch('{}', boundType(other), at, context.option)
  }
  const [own, theirs] = [left, right].map((side) => new Map(side.of.filter(([name]) => !name.includes('@'))))
  const names = new Set([...(own?.keys() ?? []), ...(theirs?.keys() ?? [])])
  const of = [...names].map((name): BoundNode => {
    const missing: QueryNode = { kind: 'alias', name, at }
    const [one, other] = [own?.get(name) ?? missing, theirs?.get(name) ?? missing]
    return bindExpression(context, { kind: 'compare', operator: 'eq', left: one, right: other, at })
  })
  const areSame: BoundNode = of.length === 0 ? { kind: 'constant', value: true } : { kind: 'and', of }
  return operator === 'eq' ? areSame : { kind: 'not', of: areSame }
}

function complexAt(context: BindContext, path: QueryNode): ComplexPlace | undefined {
  if (path.kind !== 'path' || context.columns) return undefined
  const last = path.names.at(-1)
  if (!last || last.text.startsWith('$')) return undefined
  const { scope, option, place } = context
  if (path.names.length === 1 && isVariable(place, last.text)) return undefined
  const { table, rest } = walk(scope, path.names, option, place)
  const { set } = tableAt(scope, table)
  const complex = set.complexes?.get(rest.text)
  if (!complex) return undefined
  const closed = partsOf(set, rest.text).find(({ filterable }) => !filterable)
  if (closed) throw notQueryable(rest, option)
  return { table, set, path: rest.text, type: complex.type }
}

function partsOf(set: EntitySet, path: string): readonly Property[] {
  return [...set.properties.values()].filter(({ name }) => name.startsWith(`${path}/`))
}

function sameParts(context: BindContext, left: ComplexPlace, right: ComplexPlace, at: number): BoundNode {
  if (left.type !== right.type) throw mismatch(left.type, right.type, at, context.option)
  const of = partsOf(left.set, left.path).flatMap((property): readonly BoundNode[] => {
    const other = right.set.properties.get(right.path + property.name.slice(left.path.length))
    return other ? [equal(partAt(left, property), partAt(right, other))] : []
  })
  return { kind: 'and', of }
}

function sameAs(context: BindContext, side: ComplexPlace, other: QueryNode, bindExpression: BindPart): BoundNode {
  const parts = partsOf(side.set, side.path)
  if (other.kind === 'alias' || (other.kind === 'literal' && other.type === 'null')) {
    return { kind: 'and', of: parts.map((property) => equal(partAt(side, property), { kind: 'null' })) }
  }
  if (other.kind !== 'object') throw mismatch(side.type, '{}', other.at, context.option)
  const given = new Map(other.of.filter(([name]) => !name.includes('@')))
  const names = new Set(parts.map(({ name }) => name.slice(side.path.length + 1).split('/')[0] ?? ''))
  const wrong = [...given.keys()].find((name) => !names.has(name))
  if (wrong !== undefined) throw refuseUnknownName({ text: wrong, at: other.at }, names, context.option)
  const of = [...names].map((name): BoundNode => {
    const path = `${side.path}/${name}`
    const node = given.get(name) ?? { kind: 'alias', name, at: other.at }
    const complex = side.set.complexes?.get(path)
    if (complex) return sameAs(context, { ...side, path, type: complex.type }, node, bindExpression)
    const property = side.set.properties.get(path)
    if (!property) throw new Error(`${path} is no part`)
    const here: QueryNode = { kind: 'path', names: [], at: node.at }
    const pair = fitPair(context, [here, partAt(side, property)], [node, bindExpression(context, node)], node.at)
    return equal(...fillPair(context, pair))
  })
  return { kind: 'and', of }
}

function partAt({ table }: ComplexPlace, property: Property): BoundNode {
  return { kind: 'property', table, property }
}

function equal(left: BoundNode, right: BoundNode): BoundNode {
  return { kind: 'compare', operator: 'eq', left, right }
}
