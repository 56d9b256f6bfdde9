import type { EdmType, EntitySet, Enumeration, FullText, InlineFunction, Property } from '#odata/model.ts'
import type { SoughtWords } from '#odata/bind/soughtWords.ts'
import type { ArithmeticOperator } from '#odata/syntax/node.ts'

/** The rows of links that a collection goes through, with the properties of either side. */
export type BoundThrough = { readonly table: number; readonly own: Property; readonly theirs: Property }

/** One use of a table in the statement. Its index in the query's list is how expressions point at it. */
export type TableReference = {
  readonly set: EntitySet
  readonly alias: string
  /**
   * How it hangs on another reference. `join` and `expand`: `parent`.`via` = key of this one. `many`: `via` of this one = key
   * of the parent; such rows are looked at in a query of their own. The root and the rows before it on the path have no link.
   */
  readonly link?: {
    readonly parent: number
    readonly via: Property
    readonly purpose: 'join' | 'expand' | 'many'
    /** The value that is computed from such rows. */
    readonly derived?: Property
    /** N:N: `via` stands in links to the parent. */
    readonly through?: BoundThrough
  }
}

/** The PostgreSQL type that a literal is sent as. */
export type ValueType =
  | 'text'
  | 'bigint'
  | 'numeric'
  | 'float8'
  | 'uuid'
  | 'date'
  | 'timestamptz'
  | 'time'
  | 'boolean'
  | 'interval'
  | 'bytea'
  | 'jsonb'

/** What one value can be. A member of an enumeration is computed with as its number. */
export type ScalarType = EdmType | Enumeration

export type CollectionType = { readonly of: ScalarType }

/** What an expression can give: one value, or several. */
export type ExpressionType = ScalarType | CollectionType

export type BoundType = ExpressionType | 'null'

export type Pattern = 'contains' | 'startswith' | 'endswith'

/** How a literal of the text becomes a parameter. The shape has the slot, each query text its own literal. */
export type LiteralSlot = {
  readonly literal: number
  readonly as: ValueType
  /** A `like` pattern around the escaped text; `folded` puts it in lower case first. */
  readonly pattern?: Pattern
  readonly folded?: boolean
  /** Beside the real pattern, for the index: finds all that it finds, and maybe more. */
  readonly hint?: boolean
  /** The digits of a telephone number, or null where the text is no part of one; `until` is the last of its literals. */
  readonly digits?: true
  readonly until?: number
  /** A regular expression, checked before it is sent. */
  readonly regular?: boolean
  /** Words for a full-text search; or a regular expression for where they stand one after the other. */
  readonly words?: true | 'inOrder'
  /** Without the star at its end, which asks a full-text search for beginnings. */
  readonly unstarred?: true
  /** It stands beside a single, so it is rounded as one where one can hold it. */
  readonly single?: true
  /** The shape that the literal must be, and its reference system where another one would not go with it. */
  readonly geo?: { readonly type: EdmType; readonly srid: number | undefined }
  /** The literal names members of it. */
  readonly enumeration?: Enumeration
}

export type CompareOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/** A checked expression. Comparisons, lists and lambdas are never null; all other conditions are null where a part of theirs is. */
export type BoundNode =
  | { readonly kind: 'property'; readonly table: number; readonly property: Property }
  | { readonly kind: 'value'; readonly slot: LiteralSlot; readonly type: ExpressionType }
  /** A column of what the steps before gave. */
  | { readonly kind: 'column'; readonly name: string; readonly type: ExpressionType }
  | { readonly kind: 'null' }
  | { readonly kind: 'constant'; readonly value: boolean }
  | {
      readonly kind: 'compare'
      readonly operator: CompareOperator
      readonly left: BoundNode
      readonly right: BoundNode
    }
  | { readonly kind: 'in'; readonly left: BoundNode; readonly slot: LiteralSlot; readonly orNull: boolean }
  | { readonly kind: 'and' | 'or'; readonly of: readonly BoundNode[] }
  | { readonly kind: 'not'; readonly of: BoundNode }
  /** Whether the condition is true: null counts as false. */
  | { readonly kind: 'holds'; readonly of: BoundNode }
  /** A text that is null where it is empty. */
  | { readonly kind: 'filled'; readonly type: 'Edm.String'; readonly of: BoundNode }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly type: ExpressionType
      readonly arguments: readonly BoundNode[]
    }
  | {
      readonly kind: 'arithmetic'
      readonly operator: ArithmeticOperator
      readonly type: ExpressionType
      readonly left: BoundNode
      readonly right: BoundNode
    }
  | { readonly kind: 'negate'; readonly type: ExpressionType; readonly of: BoundNode }
  | {
      readonly kind: 'case'
      readonly type: BoundType
      readonly of: readonly { readonly when: BoundNode; readonly value: BoundNode }[]
    }
  | { readonly kind: 'cast'; readonly type: ScalarType; readonly of: BoundNode }
  /** Whether all bits of the right number stand in the left one. */
  | { readonly kind: 'has'; readonly left: BoundNode; readonly right: BoundNode }
  /** The value that a lambda over a collection looks at; `alias` tells nested ones apart. */
  | { readonly kind: 'element'; readonly alias: string; readonly type: ScalarType }
  /** Values as they were written: `['a','b']`. */
  | { readonly kind: 'array'; readonly type: CollectionType; readonly of: readonly BoundNode[] }
  /** Whether the values of `part` are among those of `whole`, each at least as often; where ordered, one after the other. */
  | { readonly kind: 'subset'; readonly isOrdered: boolean; readonly whole: BoundNode; readonly part: BoundNode }
  /** A function of collections. */
  | {
      readonly kind: 'several'
      readonly name: string
      readonly type: ExpressionType
      readonly whole: BoundNode
      readonly given: readonly BoundNode[]
    }
  /** A function of the model. */
  | {
      readonly kind: 'inline'
      readonly name: string
      readonly of: InlineFunction
      readonly type: ExpressionType
      readonly arguments: readonly BoundNode[]
    }
  /** Whether there is a value in the collection (that passes). */
  | {
      readonly kind: 'someValue'
      readonly alias: string
      readonly collection: BoundNode
      readonly of: BoundNode | undefined
    }
  /** How many values are in the collection (that pass). */
  | {
      readonly kind: 'countValues'
      readonly alias: string
      readonly collection: BoundNode
      readonly of: BoundNode | undefined
    }
  /** Whether a full-text search finds the row. */
  | { readonly kind: 'words'; readonly table: number; readonly fullText: FullText; readonly of: SoughtWords }
  /** Whether the digits of a telephone number have those of the slot among them, one after the other. */
  | { readonly kind: 'digits'; readonly table: number; readonly property: Property; readonly slot: LiteralSlot }
  /** Whether there is a row of the table (that passes). */
  | { readonly kind: 'some'; readonly table: number; readonly of: BoundNode | undefined }
  /** How many rows of the table there are (that pass). */
  | { readonly kind: 'count'; readonly table: number; readonly of: BoundNode | undefined }

export type BoundOrder = { readonly expression: BoundNode; readonly descending: boolean }

/** A value that the query computes, under its name. */
export type Computed = { readonly name: string; readonly expression: BoundNode }

/** What a row of the answer shows of a lookup or a collection. */
export type BoundExpand = {
  readonly name: string
  /** The names that lead to it from the root of the answer, its own the last. */
  readonly path: readonly string[]
  readonly selection: BoundSelection
  readonly filter: BoundNode | undefined
  readonly order: readonly BoundOrder[]
  readonly top: number | undefined
  readonly skip: number | undefined
  readonly count: boolean
  /** Only the number of rows is shown. */
  readonly isCount: boolean
  /** Its options speak of the row around it: no address of its own could continue it. */
  readonly isWhole: boolean
  /** What is shown instead of the rows of a collection. */
  readonly applied?: Applied
}

/** The properties, lookups and collections that a row of the answer shows. */
export type BoundSelection = {
  readonly table: number
  readonly properties: readonly Property[]
  readonly computed: readonly Computed[]
  readonly expands: readonly BoundExpand[]
  /** Lookups of which the name of the row is told beside the key; each has a table of its own. */
  readonly names?: readonly { readonly via: Property; readonly table: number }[]
  /** What is shown instead of the row as a whole: only values of it, or only its address. */
  readonly as?: 'value' | 'reference'
}

export type BoundQuery = {
  readonly tables: readonly TableReference[]
  readonly selection: BoundSelection
  /** What it costs for each row, which tells heavy queries (`weight.ts`); nothing to speak of without. */
  readonly cost?: number
}

/** Which rows of a table the path of the resource names. */
export type BoundStop = {
  readonly table: number
  /** Properties whose values the path gives; `value` is their place among those of the whole path. */
  readonly key: readonly { readonly property: Property; readonly value: number }[]
  readonly filter: BoundNode | undefined
  /** The row that they hang on: their `own` is its `theirs`. */
  readonly from?: {
    readonly stop: BoundStop
    readonly own: Property
    readonly theirs: Property
    readonly through?: BoundThrough
  }
}

/** Rows, or one, that a path leads to. */
export type BoundRows = BoundQuery & { readonly root: BoundStop }

/** A list: the order always ends with the key, so it is total. */
export type BoundList = BoundRows & {
  readonly filter: BoundNode | undefined
  readonly order: readonly BoundOrder[]
  readonly count: boolean
}

/** A value of a group of rows. */
export type BoundAggregate = {
  readonly name: string
  readonly method: string
  readonly of: BoundNode | undefined
  readonly type: ExpressionType
  /** The method works on what others make of groups within the group. */
  readonly within?: BoundWithin
}

/**
 * Groups within a group, the smallest first. Each is told apart by the parts from its own on, and its method works on what
 * that of the group before it gives.
 */
export type BoundWithin = {
  readonly parts: readonly BoundNode[]
  readonly levels: readonly { readonly method: string; readonly type: ExpressionType; readonly from: number }[]
}

/** The column of a concatenation that tells the place of its rows; nothing that has a name is called so. */
export const placeColumn = '@place'

/** What a ranking goes on until: so many rows, such a sum of their values, or such a part of the sum of all. */
export type Ranking = 'count' | 'sum' | 'percent'

/** One step of `$apply`. Up to the first `derive`, `group` or `concat`, rows are those of the table. */
export type BoundStep =
  | { readonly kind: 'filter'; readonly of: BoundNode }
  | { readonly kind: 'derive'; readonly of: readonly Computed[] }
  | { readonly kind: 'compute'; readonly name: string; readonly of: BoundNode }
  | { readonly kind: 'group'; readonly by: readonly Computed[]; readonly aggregates: readonly BoundAggregate[] }
  | { readonly kind: 'order'; readonly of: readonly BoundOrder[] }
  | { readonly kind: 'slice'; readonly top?: number; readonly skip?: number }
  | {
      readonly kind: 'ranked'
      readonly of: Ranking
      /** The first one is what is ranked by. */
      readonly order: readonly BoundOrder[]
      readonly limit: LiteralSlot
      readonly names: readonly string[]
    }
  | {
      readonly kind: 'concat'
      readonly of: readonly { readonly steps: readonly BoundStep[]; readonly names: ReadonlySet<string> }[]
      readonly columns: readonly BoundColumn[]
    }

/** A value of a row of the result; a name with slashes is nested. */
export type BoundColumn = { readonly name: string; readonly type: BoundType }

/** What `$apply` makes of rows, and which values of the result are shown. */
export type Applied = { readonly steps: readonly BoundStep[]; readonly columns: readonly BoundColumn[] }

/** What `$apply` makes of the rows of a set. */
export type BoundApply = BoundRows & Applied & { readonly count: boolean }
