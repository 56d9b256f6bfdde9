import type { BoundNode } from '#odata/bind/bound.ts'
import type { BindPlace, QueryScope } from '#odata/bind/scope.ts'
import type { LiteralEntry, QueryNode } from '#odata/syntax/node.ts'

/** What an expression is bound with: where its names are looked up, its literals, and the option that refusals name. */
export type BindContext = {
  readonly scope: QueryScope
  readonly literals: readonly LiteralEntry[]
  readonly option: string
  readonly place: BindPlace
  readonly shows?: ShownNames
  /** What the values of earlier steps are called, where rows are no longer rows of the table. */
  readonly columns?: ReadonlyMap<string, BoundNode>
}

/** What rows show beside what the query names. */
export type ShownNames = { readonly lookupNames: boolean }

/** Binds a part of what is being bound; given along, so that binders need not import each other. */
export type BindPart = (context: BindContext, node: QueryNode) => BoundNode
