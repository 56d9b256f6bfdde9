import type { SqlFragment } from '#odata/sql.ts'
import { memoize } from '#platform/memoize.ts'

/**
 * The primitive types of the engine. `Edm.Int64` is a PostgreSQL bigint, `Edm.Decimal` a numeric, `Edm.Duration` an
 * interval of days and seconds, `Edm.Binary` a bytea. `Edm.Byte` and `Edm.SByte` are smallints. An `Edm.Stream` is not
 * part of its row and has its own URL. Shapes are jsonb with GeoJSON.
 */
export type EdmType =
  | 'Edm.Guid'
  | 'Edm.String'
  | 'Edm.Byte'
  | 'Edm.SByte'
  | 'Edm.Int16'
  | 'Edm.Int32'
  | 'Edm.Int64'
  | 'Edm.Decimal'
  | 'Edm.Single'
  | 'Edm.Double'
  | 'Edm.Boolean'
  | 'Edm.Date'
  | 'Edm.DateTimeOffset'
  | 'Edm.TimeOfDay'
  | 'Edm.Duration'
  | 'Edm.Binary'
  | 'Edm.Stream'
  | 'Edm.GeographyPoint'
  | 'Edm.GeographyLineString'
  | 'Edm.GeographyPolygon'
  | 'Edm.GeometryPoint'
  | 'Edm.GeometryLineString'
  | 'Edm.GeometryPolygon'

/** A readable property. Properties that a member may not read are absent from the model, so their names are unknown. */
export type Property = {
  readonly name: string
  readonly type: EdmType
  readonly nullable: boolean
  readonly filterable: boolean
  readonly sortable: boolean
  /** Included in `$search`; only for `Edm.String`. */
  readonly searchable?: boolean
  /** The text is a telephone number: searches also compare digits only, ignoring other characters. */
  readonly telephone?: true
  /** Minimum length in characters. */
  readonly minLength?: number
  readonly maxLength?: number
  readonly precision?: number
  readonly scale?: number
  /** Coordinate reference system of a shape (EPSG); the default is 4326 for geography and 0 for geometry. */
  readonly srid?: number
  /** A collection of values, stored as an array column. */
  readonly collection?: true
  /** Values are members of an enumeration; `type` is the stored whole number type. */
  readonly enumeration?: Enumeration
  /** Set by the server only. */
  readonly computed?: boolean
  /** The server chooses a value where a new row gives none. */
  readonly computedDefault?: boolean
  /** Required in new rows; rows older than this rule may hold null. */
  readonly required?: boolean
  /** Computed at reading, without a column in the table. Always `computed` and `nullable`. */
  readonly derived?: Derived
  /** Settable only at creation. */
  readonly immutable?: boolean
  readonly title?: string
  readonly description?: string
  /** Default value, as in JSON. */
  readonly default?: string | number | boolean
  readonly pattern?: string
  readonly minimum?: string
  readonly maximum?: string
  /** The only valid values, each with its display label. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** For `Edm.Stream`: accepted media types (`image/png`, `image/*`), and the maximum size in bytes. */
  readonly mediaTypes?: readonly string[]
  readonly maxBytes?: number
  /** For `Edm.Stream`: columns with the media type and the version of the content, null without content. */
  readonly content?: { readonly mediaType: Property; readonly etag: Property }
}

/**
 * Computation of a value from the row and from rows that its lookups lead to; those are read under their own guards. A
 * path consists of lookup names with a property at its end; a path to something outside the model has the value null.
 */
export type Derived = {
  readonly paths: readonly (readonly string[])[]
  /** Number of occurrences of each path in the value, in the order of `paths`; 1 by default. */
  readonly times?: readonly number[]
  /** Number of parts beside the paths: constants, operators and functions. */
  readonly parts?: number
  /** The value aggregates the rows of a collection at the end of lookups; paths start at those rows. */
  readonly over?: Over
  /** The SQL of the value, given the SQL of the paths. Its parameters are values or `Circumstance`s. */
  readonly value: (read: ReadPath) => SqlFragment
}

export type Over = {
  readonly lookups: readonly string[]
  readonly collection: string
  /** Condition for the rows to include. */
  readonly condition?: (read: ReadPath) => SqlFragment
  /** Uses only the first row, sorted by these paths. */
  readonly first?: readonly (readonly string[])[]
}

export type ReadPath = (path: readonly string[]) => string

/** A value that each request supplies by name, such as the current moment or the member. */
export type Circumstance = { readonly circumstance: string }
/** Returns a context value of the request. */
export type Tell = (name: string) => unknown

/** Named whole numbers; with `flags` a value may combine several members. */
export type Enumeration = {
  readonly name: string
  readonly flags: boolean
  readonly members: ReadonlyMap<string, number>
}

/**
 * A complex property. Each part is one of the set's properties, named by its path (`Address/City`), with its own
 * column; answers and bodies nest the parts.
 */
export type Complex = { readonly name: string; readonly type: string; readonly nullable: boolean }

/**
 * The rows of `target` (1:N) whose property `via` holds the key of a row of this set. For N:N, `via` is the key of the
 * target rows, and `through` names the link set.
 */
export type Collection = {
  readonly name: string
  readonly target: string
  readonly via: string
  readonly through?: LinkColumns
}

/**
 * A set of link rows: `own` holds the key of a row of this side, `theirs` the key of the other side. Each pair exists
 * once.
 */
export type LinkColumns = { readonly set: string; readonly own: string; readonly theirs: string }

/** A lookup (N:1): `via` is the property of this set with the key of a row of `target`. */
export type Navigation = { readonly name: string; readonly target: string; readonly via: string }

/** A table in the public API. `key` and `etag` are property names; the etag is the row's version. */
export type EntitySet = {
  readonly name: string
  readonly key: string
  readonly etag?: string
  readonly properties: ReadonlyMap<string, Property>
  readonly navigations: ReadonlyMap<string, Navigation>
  readonly collections?: ReadonlyMap<string, Collection>
  readonly complexes?: ReadonlyMap<string, Complex>
  /** `$search` finds words instead of parts of texts. */
  readonly fullText?: FullText
  /** The display name property of a row. */
  readonly label?: string
  /** Alternate keys: each a combination of properties that identifies at most one row. */
  readonly alternateKeys?: readonly (readonly string[])[]
  /** Name of the entity type; the set's name by default. */
  readonly typeName?: string
  readonly title?: string
  readonly description?: string
  /** Whether the member may insert, update or delete any row; true by default. */
  readonly insertable?: boolean
  readonly updatable?: boolean
  readonly deletable?: boolean
  /** Read-only for everybody, regardless of rights. */
  readonly fixed?: true
  /** Updates and deletions require If-Match. */
  readonly requiresEtag?: boolean
  /** The unrestricted set for computed values: formulas may read properties that are hidden from the member. */
  readonly whole?: EntitySet
  /** Absent from the service document. */
  readonly unlisted?: boolean
  /** Absent from the service's descriptions as well; requests by name still work. */
  readonly hidden?: boolean
}

/** Full-text search over the rows of a set. */
export type FullText = {
  /** Whether the word index exists; without the index, `$search` finds parts of texts. */
  readonly isReady: boolean
  /** The indexed tsvector expression of a row, given the SQL of its columns. */
  readonly words: (columnText: (column: string) => string) => string
  /** The texts in which phrases are searched. */
  readonly texts: (columnText: (column: string) => string) => string
}

/** A single row of a set under its own name. */
export type Singleton = { readonly name: string; readonly set: string; readonly key: string }

/** Parameter or result type of an operation: values, or rows of a set. */
export type OperationType = {
  readonly of: { readonly type: EdmType; readonly enumeration?: Enumeration } | { readonly set: string }
  readonly collection: boolean
  readonly nullable: boolean
}

/** An action (may change data; POST) or a function (read-only; GET). */
export type ODataOperation = {
  readonly name: string
  readonly kind: 'action' | 'function'
  /** Bound to a row of the set, or to the whole set; undefined for operations of the service itself. */
  readonly binding?: { readonly set: string; readonly collection: boolean }
  readonly parameters: ReadonlyMap<string, OperationType & { readonly name: string }>
  readonly returns?: OperationType
  readonly title?: string
  /** For functions with a single value: their computation inside expressions. */
  readonly inline?: InlineFunction
}

/**
 * A function of single values as part of a statement. A null argument makes the result null, in SQL and in the
 * evaluator.
 */
export type InlineFunction = {
  /** Properties of the bound row; their values precede those of the parameters. */
  readonly reads?: readonly string[]
  /** Must not fail for any arguments. */
  readonly sql: (...values: readonly string[]) => string
  readonly evaluate: (...values: readonly string[]) => string | boolean | null
}

/** Everything that queries may name. Immutable: changed definitions are a new model. */
export type ODataModel = {
  readonly entitySets: ReadonlyMap<string, EntitySet>
  /** Namespace of the types; `Model` by default. */
  readonly namespace?: string
  readonly singletons?: ReadonlyMap<string, Singleton>
  /** Functions with the same name differ in their binding or parameter names, actions in their binding. */
  readonly operations?: readonly ODataOperation[]
  /** Empty texts are stored as null, and comparisons with an empty text become comparisons with null. */
  readonly emptyTextIsNull?: true
}

/** The table of an entity set. Properties without an entry in `columns` use the column with the property's name. */
export type TableOfSet = {
  readonly schema: string
  readonly table: string
  readonly columns?: ReadonlyMap<string, string>
  /**
   * Collation for sorting texts, quoted and qualified; the columns' own collation by default. Comparisons are always by
   * code point.
   */
  readonly collation?: string
}

/** Tables by entity set name. All identifiers in SQL come from this map. */
export type TableMap = ReadonlyMap<string, TableOfSet>

/** A property that the set itself refers to, such as its key. Throws where missing. */
export function propertyOf(set: EntitySet, name: string): Property {
  const property = set.properties.get(name)
  if (!property) throw new Error(`${set.name} has no ${name}`)
  return property
}

/** The unrestricted set that computed values may read. */
export function wholeSet(set: EntitySet): EntitySet {
  return set.whole ?? set
}

/** The properties with a column of their own: all but streams and computed properties. */
export function storedProperties(set: EntitySet): readonly Property[] {
  return [...set.properties.values()].filter(({ type, derived }) => type !== 'Edm.Stream' && !derived)
}

/** Whether the set has computed properties. */
export const hasComputed = memoize((set: EntitySet): boolean =>
  [...set.properties.values()].some(({ derived }) => derived !== undefined),
)

/** A list of named things as a map, in list order. */
export function byName<Thing extends { readonly name: string }>(things: readonly Thing[]): ReadonlyMap<string, Thing> {
  return new Map(things.map((thing) => [thing.name, thing]))
}
