/** A name in a query text and where it stands. */
export type Name = { readonly text: string; readonly at: number }

export type LiteralType = 'string' | 'integer' | 'number' | 'boolean' | 'null' | 'guid' | 'date' | 'datetime'

/** A literal as it was written, without quotes. Numbers stay text: none passes through a JavaScript number. */
export type Literal = { readonly type: LiteralType; readonly text: string; readonly at: number }

/** One place of the query's list of literals; a whole `in` list is one place. */
export type LiteralEntry = Literal | readonly Literal[]

export type InfixOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/** An expression as it was written: names are not looked up yet. `literal` and `list` are places in the list of literals. */
export type Node =
  | { readonly kind: 'literal'; readonly literal: number; readonly type: LiteralType; readonly at: number }
  | { readonly kind: 'path'; readonly names: readonly Name[]; readonly at: number }
  | {
      readonly kind: 'compare'
      readonly operator: InfixOperator
      readonly left: Node
      readonly right: Node
      readonly at: number
    }
  | { readonly kind: 'in'; readonly left: Node; readonly list: number; readonly at: number }
  | { readonly kind: 'logic'; readonly operator: 'and' | 'or'; readonly of: readonly Node[]; readonly at: number }
  | { readonly kind: 'not'; readonly of: Node; readonly at: number }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Node[]; readonly at: number }

export type OrderItem = { readonly names: readonly Name[]; readonly descending: boolean; readonly at: number }

/** `*` is the name of every property. */
export type SelectItem = Name

export type ExpandItem = {
  readonly name: Name
  readonly select: readonly SelectItem[] | undefined
  readonly expand: readonly ExpandItem[]
}

/** The system query options of one request as they were written. */
export type Query = {
  readonly filter: Node | undefined
  readonly select: readonly SelectItem[] | undefined
  readonly order: readonly OrderItem[]
  readonly expand: readonly ExpandItem[]
  readonly search: readonly Literal[]
  readonly top: number | undefined
  readonly skip: number | undefined
  readonly count: boolean
  readonly skipToken: string | undefined
  readonly format: string | undefined
  readonly literals: readonly LiteralEntry[]
  /** The text with a mark in place of each literal: queries of one shape are bound and compiled once. */
  readonly shape: string
  /** What a page link must have in common with the query it continues: filter, order and search as written. */
  readonly identity: string
}
