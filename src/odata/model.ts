/** The primitive types that the engine reads and writes. `Edm.Int64` is a PostgreSQL bigint, `Edm.Decimal` a numeric. */
export type EdmType =
  | 'Edm.Guid'
  | 'Edm.String'
  | 'Edm.Int32'
  | 'Edm.Int64'
  | 'Edm.Decimal'
  | 'Edm.Boolean'
  | 'Edm.Date'
  | 'Edm.DateTimeOffset'

/** One column that may be asked for. What a member may not read is simply not in the model, so its name is unknown. */
export type Property = {
  readonly name: string
  readonly type: EdmType
  readonly nullable: boolean
  readonly filterable: boolean
  readonly sortable: boolean
  /** Its text counts for `$search`; only for `Edm.String`. */
  readonly searchable?: boolean
  readonly maxLength?: number
  readonly precision?: number
  readonly scale?: number
}

/** The rows of `target` (1:N) whose property `via` holds the key of a row of this set. */
export type Collection = { readonly name: string; readonly target: string; readonly via: string }

/** A lookup (N:1): `via` is the property of this set that holds the key of a row of `target`. */
export type Navigation = { readonly name: string; readonly target: string; readonly via: string }

/** A table as the outside sees it. `key` and `etag` name properties; the etag is the row's version. */
export type EntitySet = {
  readonly name: string
  readonly key: string
  readonly etag?: string
  readonly properties: ReadonlyMap<string, Property>
  readonly navigations: ReadonlyMap<string, Navigation>
  readonly collections?: ReadonlyMap<string, Collection>
}

/** Everything that queries may name. Immutable: a changed definition is a new model. */
export type ODataModel = { readonly entitySets: ReadonlyMap<string, EntitySet> }

/** Where an entity set lives. A property without an entry in `columns` has the column of its own name. */
export type TableOfSet = {
  readonly schema: string
  readonly table: string
  readonly columns?: ReadonlyMap<string, string>
  /** The collation texts are sorted by, quoted and qualified; without it the columns' own. Comparisons are always by code point. */
  readonly collation?: string
}

/** Entity set name -> table. Identifiers in SQL come from here and nowhere else. */
export type TableMap = ReadonlyMap<string, TableOfSet>

/** A property that the set names itself, such as its key. */
export function propertyOf(set: EntitySet, name: string): Property {
  const property = set.properties.get(name)
  if (!property) throw new Error(`${set.name} has no ${name}`)
  return property
}

/** A named list as a map, in its order. */
export function byName<Thing extends { readonly name: string }>(things: readonly Thing[]): ReadonlyMap<string, Thing> {
  return new Map(things.map((thing) => [thing.name, thing]))
}
