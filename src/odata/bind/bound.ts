import type { EdmType, EntitySet, Enumeration, FullText, InlineFunction, Property } from '#odata/model.ts'
import type { SoughtWords } from '#odata/bind/soughtWords.ts'
import type { ArithmeticOperator } from '#odata/syntax/node.ts'

/** The link rows of a collection, with the properties of both sides. */
export type BoundThrough = { readonly table: number; readonly own: Property; readonly theirs: Property }

/** One use of a table in the statement. Expressions refer to its index in the query's list. */
export type TableReference = {
  readonly set: EntitySet
  readonly alias: string
  /**
   * The link to another reference. `join` and `expand`: `parent`.`via` = key of this table. `many`: `via` of this table
   * = key of the parent; such rows are read in a subquery. The root and the rows before the root on the path have no
   * link.
   */
  readonly link?: {
    readonly parent: number
    readonly via: Property
    readonly purpose: 'join' | 'expand' | 'many'
    /** The computed property that aggregates these rows. */
    readonly derived?: Property
    /** For N:N: `via` is matched through links to the parent. */
    readonly through?: BoundThrough
  }
}

/** PostgreSQL type of a literal parameter. */
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

/** Type of a single value. Enumeration members are handled as their numbers. */
export type ScalarType = EdmType | Enumeration

export type CollectionType = { readonly of: ScalarType }

/** Type of an expression: a single value or a collection. */
export type ExpressionType = ScalarType | CollectionType

export type BoundType = ExpressionType | 'null'

export type Pattern = 'contains' | 'startswith' | 'endswith'

/** Turns a literal of the query text into a parameter. The slot belongs to the shape, the literal to the query text. */
export type LiteralSlot = {
  readonly literal: number
  readonly as: ValueType
  /** A `like` pattern around the escaped text; `folded` lower-cases the text first. */
  readonly pattern?: Pattern
  readonly folded?: boolean
  /** An additional, wider pattern for the index: matches everything that the real pattern matches. */
  readonly hint?: boolean
  /** Digits of a telephone number, null where the text is part of none; `until` is the last literal. */
  readonly digits?: true
  readonly until?: number
  /** A regular expression, validated before use. */
  readonly regular?: boolean
  /** Words of a full-text search; `inOrder`: a regular expression for adjacent words. */
  readonly words?: true | 'inOrder'
  /** Without the trailing star, which requests prefix matches in full-text search. */
  readonly unstarred?: true
  /** Compared with a single: rounded to a single where the range allows. */
  readonly single?: true
  /** The required shape type of the literal, and its coordinate reference system where another one would not fit. */
  readonly geo?: { readonly type: EdmType; readonly srid: number | undefined }
  /** The literal names members of this enumeration. */
  readonly enumeration?: Enumeration
}

export type CompareOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/**
 * A checked expression. Comparisons, lists and lambdas are never null; other conditions are null where one of their
 * parts is null.
 */
export type BoundNode =
  | { readonly kind: 'property'; readonly table: number; readonly property: Property }
  | { readonly kind: 'value'; readonly slot: LiteralSlot; readonly type: ExpressionType }
  /** A column of the previous steps' result. */
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
  /** A text, with an empty text replaced by null. */
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
  /** Whether all bits of the right number are set in the left number. */
  | { readonly kind: 'has'; readonly left: BoundNode; readonly right: BoundNode }
  /** Current value of a lambda over a collection of values; `alias` distinguishes nested lambdas. */
  | { readonly kind: 'element'; readonly alias: string; readonly type: ScalarType }
  /** An array literal: `['a','b']`. */
  | { readonly kind: 'array'; readonly type: CollectionType; readonly of: readonly BoundNode[] }
  /** Whether `whole` contains the values of `part`, each at least as often; where ordered, as a subsequence. */
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
  /** Whether the collection has a value (that fulfils the condition). */
  | {
      readonly kind: 'someValue'
      readonly alias: string
      readonly collection: BoundNode
      readonly of: BoundNode | undefined
    }
  /** Number of values in the collection (that fulfil the condition). */
  | {
      readonly kind: 'countValues'
      readonly alias: string
      readonly collection: BoundNode
      readonly of: BoundNode | undefined
    }
  /** Whether a full-text search finds the row. */
  | { readonly kind: 'words'; readonly table: number; readonly fullText: FullText; readonly of: SoughtWords }
  /** Whether the digits of a telephone number contain the digits of the slot. */
  | { readonly kind: 'digits'; readonly table: number; readonly property: Property; readonly slot: LiteralSlot }
  /** Whether the table has a row (that fulfils the condition). */
  | { readonly kind: 'some'; readonly table: number; readonly of: BoundNode | undefined }
  /** Number of rows of the table (that fulfil the condition). */
  | { readonly kind: 'count'; readonly table: number; readonly of: BoundNode | undefined }

export type BoundOrder = { readonly expression: BoundNode; readonly descending: boolean }

/** A named value that the query computes. */
export type Computed = { readonly name: string; readonly expression: BoundNode }

/** The content of an expanded lookup or collection. */
export type BoundExpand = {
  readonly name: string
  /** The navigation names from the answer's root to this item, inclusive. */
  readonly path: readonly string[]
  readonly selection: BoundSelection
  readonly filter: BoundNode | undefined
  readonly order: readonly BoundOrder[]
  readonly top: number | undefined
  readonly skip: number | undefined
  readonly count: boolean
  /** Shows only the number of rows. */
  readonly isCount: boolean
  /** The options refer to the outer row, so no URL could continue the collection. */
  readonly isWhole: boolean
  /** Steps of `$apply` whose result replaces the rows of a collection. */
  readonly applied?: Applied
}

/** The properties, lookups and collections of an answer's row. */
export type BoundSelection = {
  readonly table: number
  readonly properties: readonly Property[]
  readonly computed: readonly Computed[]
  readonly expands: readonly BoundExpand[]
  /** Lookups whose rows are shown by name beside the key; each has its own table reference. */
  readonly names?: readonly { readonly via: Property; readonly table: number }[]
  /** Shows only values of the row, or only its reference, instead of the whole row. */
  readonly as?: 'value' | 'reference'
}

export type BoundQuery = {
  readonly tables: readonly TableReference[]
  readonly selection: BoundSelection
  /** Cost per row, for the detection of heavy queries (`weight.ts`); negligible by default. */
  readonly cost?: number
}

/** The rows of a table that a resource path selects. */
export type BoundStop = {
  readonly table: number
  /** Properties with values in the path; `value` is the index among all values of the path. */
  readonly key: readonly { readonly property: Property; readonly value: number }[]
  readonly filter: BoundNode | undefined
  /** The preceding row: its `theirs` equals `own` of these rows. */
  readonly from?: {
    readonly stop: BoundStop
    readonly own: Property
    readonly theirs: Property
    readonly through?: BoundThrough
  }
}

/** The rows, or the single row, at the end of a path. */
export type BoundRows = BoundQuery & { readonly root: BoundStop }

/** A list: the order always ends with the key, and is therefore total. */
export type BoundList = BoundRows & {
  readonly filter: BoundNode | undefined
  readonly order: readonly BoundOrder[]
  readonly count: boolean
}

/** An aggregate of a group of rows. */
export type BoundAggregate = {
  readonly name: string
  readonly method: string
  readonly of: BoundNode | undefined
  readonly type: ExpressionType
  /** The method works on the results of inner groups. */
  readonly within?: BoundWithin
}

/**
 * Inner groups, smallest first. Each level is identified by the parts from its own start, and its method works on the
 * result of the preceding level.
 */
export type BoundWithin = {
  readonly parts: readonly BoundNode[]
  readonly levels: readonly { readonly method: string; readonly type: ExpressionType; readonly from: number }[]
}

/** Column with the position of rows in a concatenation; no requested name can be equal. */
export const placeColumn = '@place'

/** Limit of a ranking: a number of rows, a sum of values, or a percentage of the total. */
export type Ranking = 'count' | 'sum' | 'percent'

/** One step of `$apply`. Up to the first `derive`, `group` or `concat`, rows are rows of the table. */
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
      /** The first item is the ranked value. */
      readonly order: readonly BoundOrder[]
      readonly limit: LiteralSlot
      readonly names: readonly string[]
    }
  | {
      readonly kind: 'concat'
      readonly of: readonly { readonly steps: readonly BoundStep[]; readonly names: ReadonlySet<string> }[]
      readonly columns: readonly BoundColumn[]
    }

/** A value of a result row; names with slashes are nested. */
export type BoundColumn = { readonly name: string; readonly type: BoundType }

/** The steps of `$apply`, and the visible columns of the result. */
export type Applied = { readonly steps: readonly BoundStep[]; readonly columns: readonly BoundColumn[] }

/** `$apply` on the rows of a set. */
export type BoundApply = BoundRows & Applied & { readonly count: boolean }
