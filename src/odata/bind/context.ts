import type { BoundNode } from '#odata/bind/bound.ts'
import type { BindPlace, QueryScope } from '#odata/bind/scope.ts'
import type { LiteralEntry, QueryNode } from '#odata/syntax/node.ts'

/** Context of binding an expression: scope of names, literals, and the option named in refusals. */
export type BindContext = {
  readonly scope: QueryScope
  readonly literals: readonly LiteralEntry[]
  readonly option: string
  readonly place: BindPlace
  readonly shows?: ShownNames
  /** Columns of earlier steps by name, where rows are no longer table rows. */
  readonly columns?: ReadonlyMap<string, BoundNode>
}

/** Additional content of rows beside the query's selection. */
export type ShownNames = { readonly lookupNames: boolean }

/** Binds a nested expression; passed as an argument to avoid cyclic imports between binders. */
export type BindPart = (context: BindContext, node: QueryNode) => BoundNode
