import type { BoundNode } from '#odata/bind/bound.ts'
import type { BindPart, BindContext } from '#odata/bind/context.ts'
import { fit } from '#odata/bind/fit.ts'
import { mismatch, refuseUnknownName, unsupported } from '#odata/bind/refusals.ts'
import { provide, tableAt, walk } from '#odata/bind/scope.ts'
import { nameOfType, boundType } from '#odata/bind/types.ts'
import { refuseLong } from '#odata/bind/weight.ts'
import type { ODataModel, ODataOperation, OperationType } from '#odata/model.ts'
import { overloadFor } from '#odata/overload.ts'
import type { QueryNode, MemberSegment } from '#odata/syntax/node.ts'

/** A call of a function of the model, on the row of `table` where the function is bound. */
type Own = { readonly operation: ODataOperation; readonly table: number; readonly given: readonly QueryNode[] }

/** A call of a model function inside an expression: `Model.taxed(amount=total)`; undefined for other names. */
export function bindOwnCall(
  context: BindContext,
  node: QueryNode & { kind: 'call' },
  bindExpression: BindPart,
): BoundNode | undefined {
  const { base: table } = context.place
  const operation = functionNamed(context, node.name, table, node.arguments)
  if (!operation) return undefined
  return bindOwn(context, { operation, table, given: node.arguments }, bindExpression)
}

/** A call of a model function after a path: `customer/Model.worth()`. */
export function bindOwnMember(
  context: BindContext,
  node: QueryNode & { kind: 'member' },
  bindExpression: BindPart,
): BoundNode {
  const [last] = node.segments.slice(-1)
  const before = node.segments.slice(0, -1)
  const unknown = unsupported(node.segments.map(({ name }) => name.text).join('/'), context.option)
  if (!last?.arguments || context.columns || !before.every(isName)) throw unknown
  const { table } = walk(
    context.scope,
    [...before, last].map(({ name }) => name),
    context.option,
    context.place,
  )
  const operation = functionNamed(context, last.name.text, table, last.arguments)
  if (operation?.binding) return bindOwn(context, { operation, table, given: last.arguments }, bindExpression)
  const { set } = tableAt(context.scope, table)
  // Rows by key after a path are standard but unsupported; a nonexistent function is an unknown name.
  const isRows = set.navigations.has(last.name.text) || set.collections?.has(last.name.text)
  throw isRows ? unknown : refuseUnknownName(last.name, [], context.option)
}

function isName({ name, arguments: given, lambda, within, aggregate }: MemberSegment): boolean {
  return !name.text.includes('.') && !given && !lambda && !within && !aggregate
}

// With its namespace, or (4.01) without; call names are already in lower case.
function functionNamed(
  { scope, columns }: BindContext,
  name: string,
  table: number,
  given: readonly QueryNode[],
): ODataOperation | undefined {
  const own = unqualified(scope.model, name)
  if (own === undefined) return undefined
  const overloads = (scope.model.operations ?? []).filter(({ name: known, kind, binding }) => {
    const isNamed = known === own || (own === name && known.toLowerCase() === own.toLowerCase())
    const fits = !binding || (!columns && !binding.collection && binding.set === tableAt(scope, table).set.name)
    return isNamed && kind === 'function' && fits
  })
  return overloadFor(overloads, new Set(given.flatMap((node) => (node.kind === 'named' ? node.name : []))))
}

function unqualified({ namespace = 'Model' }: ODataModel, name: string): string | undefined {
  if (!name.includes('.')) return name
  return name.startsWith(`${namespace}.`) ? name.slice(namespace.length + 1) : undefined
}

function bindOwn(context: BindContext, { operation, table, given }: Own, bindExpression: BindPart): BoundNode {
  const { inline, returns, parameters, name } = operation
  if (!inline || !returns || 'set' in returns.of || returns.collection) throw unsupported(name, context.option)
  const named = new Map(
    given.map((node) => [node.kind === 'named' ? node.name : '', node.kind === 'named' ? node.of : node]),
  )
  const wrong = [...named].find(([known]) => !parameters.has(known))
  if (wrong) throw refuseUnknownName({ text: wrong[0], at: wrong[1].at }, parameters.keys(), context.option)
  const own = (inline.reads ?? []).map((read): BoundNode => {
    const { set } = tableAt(context.scope, table)
    const property = set.properties.get(read)
    // A member without read access to an input of the function may not call the function.
    if (!property) throw refuseUnknownName({ text: name, at: 0 }, [], context.option)
    provide(context.scope, table, property)
    return { kind: 'property', table, property }
  })
  const values = [...parameters.values()].map((parameter): BoundNode => {
    const node = named.get(parameter.name)
    return node ? fitted(context, [node, bindExpression(context, node)], parameter) : { kind: 'null' }
  })
  if (values.some(({ kind }) => kind === 'null')) return { kind: 'null' }
  const type = returns.of.enumeration ?? returns.of.type
  return refuseLong({ kind: 'inline', name, of: inline, type, arguments: [...own, ...values] }, context.option)
}

function fitted(
  context: BindContext,
  [node, bound]: readonly [QueryNode, BoundNode],
  { of, collection }: OperationType,
): BoundNode {
  if ('set' in of || collection) throw unsupported(context.option, context.option)
  const type = of.enumeration ?? of.type
  const fitting = fit([node, bound], type)
  if (!fitting) throw mismatch(nameOfType(boundType(bound)), nameOfType(type), node.at, context.option)
  return fitting
}
