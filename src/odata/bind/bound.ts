import type { EdmType, EntitySet, Property } from '#odata/model.ts'

/** One use of a table in the statement. Its index in the query's list is how expressions point at it. */
export type TableReference = {
  readonly set: EntitySet
  readonly alias: string
  /** How it hangs on another reference: `parent`.`via` = key of this one. The root has none. */
  readonly link?: { readonly parent: number; readonly via: Property; readonly purpose: 'join' | 'expand' }
}

/** The PostgreSQL type that a literal is sent as. */
export type ValueType = 'text' | 'bigint' | 'numeric' | 'uuid' | 'date' | 'timestamptz' | 'boolean'

export type BoundType = EdmType | 'null'

export type Pattern = 'contains' | 'startswith' | 'endswith'

/** How a literal of the text becomes a parameter. The shape has the slot, each query text its own literal. */
export type Slot = {
  readonly literal: number
  readonly as: ValueType
  /** A `like` pattern around the escaped text; `folded` puts it in lower case first. */
  readonly pattern?: Pattern
  readonly folded?: boolean
}

export type CompareOperator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le'

/** A checked expression. Predicates are two-valued: what is neither true nor false counts as false. */
export type Bound =
  | { readonly kind: 'property'; readonly table: number; readonly property: Property }
  | { readonly kind: 'value'; readonly slot: Slot; readonly type: EdmType }
  | { readonly kind: 'null' }
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'compare'; readonly operator: CompareOperator; readonly left: Bound; readonly right: Bound }
  | { readonly kind: 'in'; readonly left: Bound; readonly slot: Slot; readonly orNull: boolean }
  | { readonly kind: 'and' | 'or'; readonly of: readonly Bound[] }
  | { readonly kind: 'not'; readonly of: Bound }
  | { readonly kind: 'call'; readonly name: string; readonly type: EdmType; readonly arguments: readonly Bound[] }

export type BoundOrder = { readonly expression: Bound & { kind: 'property' }; readonly descending: boolean }

/** The properties and lookups that a row of the answer shows. */
export type BoundSelection = {
  readonly table: number
  readonly properties: readonly Property[]
  readonly expands: readonly { readonly name: string; readonly selection: BoundSelection }[]
}

export type BoundQuery = { readonly tables: readonly TableReference[]; readonly selection: BoundSelection }

/** A list: the order always ends with the key, so it is total. */
export type BoundList = BoundQuery & {
  readonly filter: Bound | undefined
  readonly order: readonly BoundOrder[]
  readonly count: boolean
}
