import type { Bound } from '#odata/bind/bound.ts'
import type { BindPart, Context } from '#odata/bind/context.ts'
import { fit } from '#odata/bind/fit.ts'
import { mismatch, unknownName, unsupported } from '#odata/bind/refusals.ts'
import { provide, tableAt, walk } from '#odata/bind/scope.ts'
import { nameOfType, typeOf } from '#odata/bind/types.ts'
import { refuseLong } from '#odata/bind/weight.ts'
import type { ODataModel, Operation, OperationType } from '#odata/model.ts'
import { overloadFor } from '#odata/overload.ts'
import type { Node, Segment } from '#odata/syntax/node.ts'

/** A call of the model's own function, on the row of `table` where it is bound to one. */
type Own = { readonly operation: Operation; readonly table: number; readonly given: readonly Node[] }

/** A call of a function of the model within an expression: `Model.taxed(amount=total)`; nothing where none is called so. */
export function bindOwnCall(
  context: Context,
  node: Node & { kind: 'call' },
  bindExpression: BindPart,
): Bound | undefined {
  const { base: table } = context.place
  const operation = functionNamed(context, node.name, table, node.arguments)
  if (!operation) return undefined
  return bindOwn(context, { operation, table, given: node.arguments }, bindExpression)
}

/** The same behind a path: `customer/Model.worth()`. */
export function bindOwnMember(context: Context, node: Node & { kind: 'member' }, bindExpression: BindPart): Bound {
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
  // Rows by their keys are the standard's; a function that nobody has is no name.
  const isRows = set.navigations.has(last.name.text) || set.collections?.has(last.name.text)
  throw isRows ? unknown : unknownName(last.name, [], context.option)
}

function isName({ name, arguments: given, lambda, within, aggregate }: Segment): boolean {
  return !name.text.includes('.') && !given && !lambda && !within && !aggregate
}

// With its namespace, or (4.01) without; the name of a call is in small letters by then.
function functionNamed(
  { scope, columns }: Context,
  name: string,
  table: number,
  given: readonly Node[],
): Operation | undefined {
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

function bindOwn(context: Context, { operation, table, given }: Own, bindExpression: BindPart): Bound {
  const { inline, returns, parameters, name } = operation
  if (!inline || !returns || 'set' in returns.of || returns.collection) throw unsupported(name, context.option)
  const named = new Map(
    given.map((node) => [node.kind === 'named' ? node.name : '', node.kind === 'named' ? node.of : node]),
  )
  const wrong = [...named].find(([known]) => !parameters.has(known))
  if (wrong) throw unknownName({ text: wrong[0], at: wrong[1].at }, parameters.keys(), context.option)
  const own = (inline.reads ?? []).map((read): Bound => {
    const { set } = tableAt(context.scope, table)
    const property = set.properties.get(read)
    // Who may not read what it computes with may not call it.
    if (!property) throw unknownName({ text: name, at: 0 }, [], context.option)
    provide(context.scope, table, property)
    return { kind: 'property', table, property }
  })
  const values = [...parameters.values()].map((parameter): Bound => {
    const node = named.get(parameter.name)
    return node ? fitted(context, [node, bindExpression(context, node)], parameter) : { kind: 'null' }
  })
  if (values.some(({ kind }) => kind === 'null')) return { kind: 'null' }
  const type = returns.of.enumeration ?? returns.of.type
  return refuseLong({ kind: 'inline', name, of: inline, type, arguments: [...own, ...values] }, context.option)
}

function fitted(context: Context, [node, bound]: readonly [Node, Bound], { of, collection }: OperationType): Bound {
  if ('set' in of || collection) throw unsupported(context.option, context.option)
  const type = of.enumeration ?? of.type
  const fitting = fit([node, bound], type)
  if (!fitting) throw mismatch(nameOfType(typeOf(bound)), nameOfType(type), node.at, context.option)
  return fitting
}
