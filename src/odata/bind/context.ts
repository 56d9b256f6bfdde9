import type { Bound } from '#odata/bind/bound.ts'
import type { BindPlace, Scope } from '#odata/bind/scope.ts'
import type { LiteralEntry, Node } from '#odata/syntax/node.ts'

/** What an expression is bound with: where its names are looked up, its literals, and the option that refusals name. */
export type Context = {
  readonly scope: Scope
  readonly literals: readonly LiteralEntry[]
  readonly option: string
  readonly place: BindPlace
  readonly shows?: Shows
  /** What the values of earlier steps are called, where rows are no longer rows of the table. */
  readonly columns?: ReadonlyMap<string, Bound>
}

/** What rows show beside what the query names. */
export type Shows = { readonly lookupNames: boolean }

/** Binds a part of what is being bound; given along, so that binders need not import each other. */
export type BindPart = (context: Context, node: Node) => Bound
