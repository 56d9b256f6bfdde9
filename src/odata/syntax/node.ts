/** A name in a query text and where it stands. */
export type Name = { readonly text: string; readonly at: number }

export type LiteralType =
  | 'string'
  | 'integer'
  | 'number'
  | 'boolean'
  | 'null'
  | 'guid'
  | 'date'
  | 'datetime'
  | 'time'
  | 'duration'
  | 'binary'
  | 'enum'
  | 'geo'
  /** INF, -INF and NaN. */
  | 'special'

/** A literal as it was written, without quotes. Numbers stay text: none passes through a JavaScript number. */
export type Literal = {
  readonly type: LiteralType
  readonly text: string
  readonly at: number
  /** The name before the quote of an enumeration member, a geometry and so on. */
  readonly prefix?: string
  /** The option that it stands in. */
  readonly option?: string
}

/** One place of the query's list of literals; a whole `in` list is one place. */
export type LiteralEntry = Literal | readonly Literal[]

export type InfixOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/** An expression as it was written: names are not looked up yet. `literal` and `list` are places in the list of literals. */
export type QueryNode =
  | { readonly kind: 'literal'; readonly literal: number; readonly type: LiteralType; readonly at: number }
  | { readonly kind: 'path'; readonly names: readonly Name[]; readonly at: number }
  | {
      readonly kind: 'compare'
      readonly operator: InfixOperator
      readonly left: QueryNode
      readonly right: QueryNode
      readonly at: number
    }
  | { readonly kind: 'in'; readonly left: QueryNode; readonly list: number; readonly at: number }
  | { readonly kind: 'logic'; readonly operator: 'and' | 'or'; readonly of: readonly QueryNode[]; readonly at: number }
  | { readonly kind: 'not'; readonly of: QueryNode; readonly at: number }
  | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly QueryNode[]; readonly at: number }
  | {
      readonly kind: 'arithmetic'
      readonly operator: ArithmeticOperator
      readonly left: QueryNode
      readonly right: QueryNode
      readonly at: number
    }
  | { readonly kind: 'negate'; readonly of: QueryNode; readonly at: number }
  | { readonly kind: 'has'; readonly left: QueryNode; readonly right: QueryNode; readonly at: number }
  /** `in` of something else than a list of literals. */
  | { readonly kind: 'among'; readonly left: QueryNode; readonly of: QueryNode; readonly at: number }
  | { readonly kind: 'case'; readonly of: readonly CaseBranch[]; readonly at: number }
  | { readonly kind: 'lambda'; readonly names: readonly Name[]; readonly lambda: Lambda; readonly at: number }
  | { readonly kind: 'count'; readonly names: readonly Name[]; readonly within: Within; readonly at: number }
  | { readonly kind: 'array'; readonly of: readonly QueryNode[]; readonly at: number }
  | { readonly kind: 'object'; readonly of: readonly (readonly [string, QueryNode])[]; readonly at: number }
  /** A parameter given by name: `name=value`. */
  | { readonly kind: 'named'; readonly name: string; readonly of: QueryNode; readonly at: number }
  /** A parameter alias without a value, which means null. */
  | { readonly kind: 'alias'; readonly name: string; readonly at: number }
  /** A path with more than names: casts, keys, functions, annotations, filters. */
  | { readonly kind: 'member'; readonly segments: readonly MemberSegment[]; readonly at: number }

export type ArithmeticOperator = 'add' | 'sub' | 'mul' | 'div' | 'divby' | 'mod'

export type CaseBranch = { readonly when: QueryNode; readonly value: QueryNode }

/** `any` and `all` with the variable that stands for each row; `any()` has neither variable nor condition. */
export type Lambda = {
  readonly operator: 'any' | 'all'
  readonly variable: string | undefined
  readonly of: QueryNode | undefined
}

/** What limits a `$count` in a path. */
export type Within = { readonly filter?: QueryNode | undefined; readonly search?: Search | undefined }

/** One part of a path. `of` is the condition of `$filter(...)`. */
export type MemberSegment = {
  readonly name: Name
  readonly arguments?: readonly QueryNode[]
  readonly lambda?: Lambda
  readonly within?: Within
  readonly aggregate?: readonly Aggregate[]
}

/** A `$search`: `word` is a place in the list of literals. */
export type Search =
  | { readonly kind: 'word'; readonly word: number }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Search[] }
  | { readonly kind: 'not'; readonly of: Search }

export type OrderItem = { readonly of: QueryNode; readonly descending: boolean; readonly at: number }

/** A name or a path with slashes; `*` is the name of every property. */
export type SelectItem = Name & { readonly nested?: Nested }

/** The options that may stand in parentheses behind an expanded or selected thing. */
export type Nested = {
  readonly select: readonly SelectItem[] | undefined
  readonly expand: readonly ExpandItem[]
  readonly filter: QueryNode | undefined
  readonly order: readonly OrderItem[]
  readonly search: Search | undefined
  readonly compute: readonly ComputeItem[]
  readonly apply: readonly Transformation[] | undefined
  readonly top: number | undefined
  readonly skip: number | undefined
  readonly count: boolean
  readonly levels: string | undefined
  /** Each option by its name with `$`, as it was written: a page that continues the rows is asked for by them. */
  readonly written?: readonly (readonly [name: string, text: string])[]
}

/** What is expanded: the rows themselves, their references or their number. */
export type ExpandItem = Nested & { readonly name: Name; readonly as: 'rows' | 'ref' | 'count' }

export type ComputeItem = { readonly of: QueryNode; readonly as: Name }

/** One value of `aggregate`: an expression with a method, `$count` of a path, or a custom aggregate. */
export type Aggregate = {
  readonly of: QueryNode | undefined
  readonly method: string | undefined
  readonly from: readonly { readonly paths: readonly QueryNode[]; readonly method: string | undefined }[]
  readonly as: Name | undefined
  readonly at: number
}

/** One step of `$apply`. What the engine does not do is `other`, by its name. */
export type Transformation =
  | { readonly kind: 'aggregate'; readonly of: readonly Aggregate[]; readonly at: number }
  | {
      readonly kind: 'groupby'
      readonly by: readonly (readonly Name[])[]
      readonly rollup: boolean
      readonly steps: readonly Transformation[]
      readonly at: number
    }
  | { readonly kind: 'filter'; readonly of: QueryNode; readonly at: number }
  | { readonly kind: 'search'; readonly of: Search; readonly at: number }
  | { readonly kind: 'compute'; readonly of: readonly ComputeItem[]; readonly at: number }
  | { readonly kind: 'concat'; readonly of: readonly (readonly Transformation[])[]; readonly at: number }
  | {
      readonly kind: 'ranked'
      readonly name: string
      readonly limit: QueryNode
      readonly by: QueryNode
      readonly at: number
    }
  | { readonly kind: 'orderby'; readonly of: readonly OrderItem[]; readonly at: number }
  | { readonly kind: 'top' | 'skip'; readonly of: number; readonly at: number }
  | { readonly kind: 'identity'; readonly at: number }
  | { readonly kind: 'other'; readonly name: string; readonly at: number }

/** The system query options of one request as they were written. */
export type QueryOptions = {
  readonly filter: QueryNode | undefined
  readonly select: readonly SelectItem[] | undefined
  readonly order: readonly OrderItem[]
  readonly expand: readonly ExpandItem[]
  readonly search: Search | undefined
  readonly compute: readonly ComputeItem[]
  readonly apply: readonly Transformation[] | undefined
  /** Options of the standard that are understood but not answered, such as `$deltatoken`. */
  readonly later: readonly string[]
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
