import type { EdmType, EntitySet, Property } from '#odata/model.ts'
import type { ArithmeticOperator } from '#odata/syntax/node.ts'

/** One use of a table in the statement. Its index in the query's list is how expressions point at it. */
export type TableReference = {
  readonly set: EntitySet
  readonly alias: string
  /**
   * How it hangs on another reference. `join` and `expand`: `parent`.`via` = key of this one. `many`: `via` of this one = key
   * of the parent; such rows are looked at in a query of their own. The root has no link.
   */
  readonly link?: { readonly parent: number; readonly via: Property; readonly purpose: 'join' | 'expand' | 'many' }
}

/** The PostgreSQL type that a literal is sent as. */
export type ValueType = 'text' | 'bigint' | 'numeric' | 'uuid' | 'date' | 'timestamptz' | 'boolean' | 'interval'

/** What a value can be: a property's type, or one that only expressions have. */
export type ExpressionType = EdmType | 'Edm.Duration'

export type BoundType = ExpressionType | 'null'

export type Pattern = 'contains' | 'startswith' | 'endswith'

/** How a literal of the text becomes a parameter. The shape has the slot, each query text its own literal. */
export type Slot = {
  readonly literal: number
  readonly as: ValueType
  /** A `like` pattern around the escaped text; `folded` puts it in lower case first. */
  readonly pattern?: Pattern
  readonly folded?: boolean
  /** A regular expression, checked before it is sent. */
  readonly regular?: boolean
}

export type CompareOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/** A checked expression. Predicates are two-valued: what is neither true nor false counts as false. */
export type Bound =
  | { readonly kind: 'property'; readonly table: number; readonly property: Property }
  | { readonly kind: 'value'; readonly slot: Slot; readonly type: ExpressionType }
  /** A column of what the steps before gave. */
  | { readonly kind: 'column'; readonly name: string; readonly type: ExpressionType }
  | { readonly kind: 'null' }
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'compare'; readonly operator: CompareOperator; readonly left: Bound; readonly right: Bound }
  | { readonly kind: 'in'; readonly left: Bound; readonly slot: Slot; readonly orNull: boolean }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Bound[] }
  | { readonly kind: 'not'; readonly of: Bound }
  | {
      readonly kind: 'call'
      readonly name: string
      readonly type: ExpressionType
      readonly arguments: readonly Bound[]
    }
  | {
      readonly kind: 'arithmetic'
      readonly operator: ArithmeticOperator
      readonly type: ExpressionType
      readonly left: Bound
      readonly right: Bound
    }
  | { readonly kind: 'negate'; readonly type: ExpressionType; readonly of: Bound }
  | {
      readonly kind: 'case'
      readonly type: BoundType
      readonly of: readonly { readonly when: Bound; readonly value: Bound }[]
    }
  | { readonly kind: 'cast'; readonly type: EdmType; readonly of: Bound }
  /** Whether there is a row of the table (that passes). */
  | { readonly kind: 'some'; readonly table: number; readonly of: Bound | undefined }
  /** How many rows of the table there are (that pass). */
  | { readonly kind: 'count'; readonly table: number; readonly of: Bound | undefined }

export type BoundOrder = { readonly expression: Bound; readonly descending: boolean }

/** A value that the query computes, under its name. */
export type Computed = { readonly name: string; readonly expression: Bound }

/** What a row of the answer shows of a lookup or a collection. */
export type BoundExpand = {
  readonly name: string
  readonly selection: BoundSelection
  readonly filter: Bound | undefined
  readonly order: readonly BoundOrder[]
  readonly top: number | undefined
  readonly skip: number | undefined
  readonly count: boolean
  /** Only the number of rows is shown. */
  readonly isCount: boolean
}

/** The properties, lookups and collections that a row of the answer shows. */
export type BoundSelection = {
  readonly table: number
  readonly properties: readonly Property[]
  readonly computed: readonly Computed[]
  readonly expands: readonly BoundExpand[]
}

export type BoundQuery = { readonly tables: readonly TableReference[]; readonly selection: BoundSelection }

/** A list: the order always ends with the key, so it is total. */
export type BoundList = BoundQuery & {
  readonly filter: Bound | undefined
  readonly order: readonly BoundOrder[]
  readonly count: boolean
}

/** A value of a group of rows. */
export type BoundAggregate = {
  readonly name: string
  readonly method: string
  readonly of: Bound | undefined
  readonly type: ExpressionType
}

/** One step of `$apply`. Up to the first `derive`, `group` or `concat`, rows are those of the table. */
export type BoundStep =
  | { readonly kind: 'filter'; readonly of: Bound }
  | { readonly kind: 'derive'; readonly of: readonly Computed[] }
  | { readonly kind: 'compute'; readonly name: string; readonly of: Bound }
  | { readonly kind: 'group'; readonly by: readonly Computed[]; readonly aggregates: readonly BoundAggregate[] }
  | { readonly kind: 'order'; readonly of: readonly BoundOrder[] }
  | { readonly kind: 'slice'; readonly top?: number; readonly skip?: number }
  | { readonly kind: 'ranked'; readonly by: Bound; readonly descending: boolean; readonly limit: Slot }
  | {
      readonly kind: 'concat'
      readonly of: readonly { readonly steps: readonly BoundStep[]; readonly names: ReadonlySet<string> }[]
      readonly columns: readonly BoundColumn[]
    }

/** A value of a row of the result; a name with slashes is nested. */
export type BoundColumn = { readonly name: string; readonly type: BoundType }

/** What `$apply` makes of the rows of a set. */
export type BoundApply = BoundQuery & {
  readonly steps: readonly BoundStep[]
  readonly columns: readonly BoundColumn[]
  readonly count: boolean
}
