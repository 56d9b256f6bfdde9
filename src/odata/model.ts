import type { SqlFragment } from '#odata/sql.ts'
import { memoize } from '#platform/memoize.ts'

/**
 * The primitive types that the engine reads and writes. `Edm.Int64` is a PostgreSQL bigint, `Edm.Decimal` a numeric,
 * `Edm.Duration` an interval of days and seconds, `Edm.Binary` a bytea. `Edm.Byte` and `Edm.SByte` are smallints. An
 * `Edm.Stream` is no part of its row: it has an address of its own. Places and shapes are jsonb of GeoJSON.
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

/** One column that may be asked for. What a member may not read is simply not in the model, so its name is unknown. */
export type Property = {
  readonly name: string
  readonly type: EdmType
  readonly nullable: boolean
  readonly filterable: boolean
  readonly sortable: boolean
  /** Its text counts for `$search`; only for `Edm.String`. */
  readonly searchable?: boolean
  /** Its text is a telephone number: searches look for its digits as well, whatever signs stand between them. */
  readonly telephone?: true
  /** The fewest characters that a writer may give. */
  readonly minLength?: number
  readonly maxLength?: number
  readonly precision?: number
  readonly scale?: number
  /** The reference system of a place's coordinates (EPSG): 4326 for the globe and 0 for the plane where nothing is said. */
  readonly srid?: number
  /** Several values in one; the column is an array. */
  readonly collection?: true
  /** Its values are members of an enumeration; `type` is the whole number that is stored. */
  readonly enumeration?: Enumeration
  /** Only the server sets it. */
  readonly computed?: boolean
  /** The server finds a value where none is given at creation. */
  readonly computedDefault?: boolean
  /** Who makes a row must give it; rows that are older than this rule may be without. */
  readonly required?: boolean
  /** Reckoned when it is read; its table has no column for it. Always `computed` and `nullable`. */
  readonly derived?: Derived
  /** Set once, at creation. */
  readonly immutable?: boolean
  readonly title?: string
  readonly description?: string
  /** What it gets where nothing is given, as JSON holds it. */
  readonly default?: string | number | boolean
  readonly pattern?: string
  readonly minimum?: string
  readonly maximum?: string
  /** The only values it may have, each with what people read. */
  readonly options?: readonly { readonly value: string; readonly label: string }[]
  /** Of an `Edm.Stream`: what its content may be (`image/png`, `image/*`), and how many bytes of it. */
  readonly mediaTypes?: readonly string[]
  readonly maxBytes?: number
  /** Of an `Edm.Stream`: the columns beside it with the media type and the version of its content, null without content. */
  readonly content?: { readonly mediaType: Property; readonly etag: Property }
}

/**
 * How a value is computed from the row and from rows that it leads to, which are read under their own guards. A path is
 * names of lookups with a property at its end; where one leads to what is not in the model, its value is null.
 */
export type Derived = {
  readonly paths: readonly (readonly string[])[]
  /** How often each path stands in the value, in their order; once where nothing is said. */
  readonly times?: readonly number[]
  /** How many parts the value has beside what it reads: constants, operators and functions. */
  readonly parts?: number
  /** The value comes of the rows of a collection at the end of lookups, and paths begin at those rows. */
  readonly over?: Over
  /** The SQL of the value, given that of the paths. Its values are values or a `Circumstance`. */
  readonly value: (read: ReadPath) => SqlFragment
}

export type Over = {
  readonly lookups: readonly string[]
  readonly collection: string
  /** Which of the rows count. */
  readonly condition?: (read: ReadPath) => SqlFragment
  /** Only the first row counts, in the order of these paths. */
  readonly first?: readonly (readonly string[])[]
}

export type ReadPath = (path: readonly string[]) => string

/** A value that each request brings by its name, such as the moment or who asks. */
export type Circumstance = { readonly circumstance: string }
/** Tells a circumstance of the request. */
export type Tell = (name: string) => unknown

/** Named whole numbers; with `flags` a value may be several of them at once. */
export type Enumeration = {
  readonly name: string
  readonly flags: boolean
  readonly members: ReadonlyMap<string, number>
}

/**
 * A property with parts. Each part stands among the set's properties under its path (`Address/City`), with a column of its
 * own; answers and bodies show them together.
 */
export type Complex = { readonly name: string; readonly type: string; readonly nullable: boolean }

/**
 * The rows of `target` (1:N) whose property `via` holds the key of a row of this set. N:N: `via` is their key, and `through`
 * tells where it is found.
 */
export type Collection = {
  readonly name: string
  readonly target: string
  readonly via: string
  readonly through?: LinkColumns
}

/** A set whose rows are links: `own` holds the key of a row of this side, `theirs` that of the other. Each pair is there once. */
export type LinkColumns = { readonly set: string; readonly own: string; readonly theirs: string }

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
  readonly complexes?: ReadonlyMap<string, Complex>
  /** `$search` finds words instead of parts of texts. */
  readonly fullText?: FullText
  /** The property that people know a row by. */
  readonly label?: string
  /** Further keys: each the names of properties that together find at most one row. */
  readonly alternateKeys?: readonly (readonly string[])[]
  /** The name of its entity type; its own name where there is none. */
  readonly typeName?: string
  readonly title?: string
  readonly description?: string
  /** What the asker may do with some row of it; everything where nothing is said. */
  readonly insertable?: boolean
  readonly updatable?: boolean
  readonly deletable?: boolean
  /** Nobody ever changes it here: not that one may not. */
  readonly fixed?: true
  /** Changes must name the version they were made on (If-Match). */
  readonly requiresEtag?: boolean
  /** The set as computed values read it, where its asker sees less of it: what is kept from them may still be computed with. */
  readonly whole?: EntitySet
  /** Left out of the service document. */
  readonly unlisted?: boolean
  /** Left out of the descriptions of the service as well; who knows its name is answered all the same. */
  readonly hidden?: boolean
}

/** How words are found in the rows of a set. */
export type FullText = {
  /** As long as there is no index of them, parts of texts are looked for instead. */
  readonly isReady: boolean
  /** The words of a row as a tsvector, given the SQL of its columns: what the index stands on. */
  readonly words: (columnText: (column: string) => string) => string
  /** The texts themselves, in which phrases are looked for. */
  readonly texts: (columnText: (column: string) => string) => string
}

/** One row of a set with a name of its own. */
export type Singleton = { readonly name: string; readonly set: string; readonly key: string }

/** What an operation takes or gives: values, or rows of a set. */
export type OperationType = {
  readonly of: { readonly type: EdmType; readonly enumeration?: Enumeration } | { readonly set: string }
  readonly collection: boolean
  readonly nullable: boolean
}

/** An action (may change something; POST) or a function (changes nothing; GET). */
export type ODataOperation = {
  readonly name: string
  readonly kind: 'action' | 'function'
  /** Called on a row of the set, or on the set as a whole; called on the service itself without it. */
  readonly binding?: { readonly set: string; readonly collection: boolean }
  readonly parameters: ReadonlyMap<string, OperationType & { readonly name: string }>
  readonly returns?: OperationType
  readonly title?: string
  /** Of a function that gives one value: how it is computed within expressions. */
  readonly inline?: InlineFunction
}

/** A function of one value as a part of a statement. An argument that is null makes it null, in SQL as here. */
export type InlineFunction = {
  /** The properties of the row it is bound to; their values come before those of its parameters. */
  readonly reads?: readonly string[]
  /** What must not fail, whatever it is given. */
  readonly sql: (...values: readonly string[]) => string
  readonly evaluate: (...values: readonly string[]) => string | boolean | null
}

/** Everything that queries may name. Immutable: a changed definition is a new model. */
export type ODataModel = {
  readonly entitySets: ReadonlyMap<string, EntitySet>
  /** The namespace of its types; `Model` where nothing is said. */
  readonly namespace?: string
  readonly singletons?: ReadonlyMap<string, Singleton>
  /** Functions of one name differ in what they are bound to or in the names of their parameters, actions in what they are bound to. */
  readonly operations?: readonly ODataOperation[]
  /** No text of it is empty: an empty one is stored as null, and a comparison with one asks for null. */
  readonly emptyTextIsNull?: true
}

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

/** The set with all that computed values may read. */
export function wholeSet(set: EntitySet): EntitySet {
  return set.whole ?? set
}

/** The properties that are columns of its table: all but streams and what is computed. */
export function storedProperties(set: EntitySet): readonly Property[] {
  return [...set.properties.values()].filter(({ type, derived }) => type !== 'Edm.Stream' && !derived)
}

/** Whether some of its values are computed. */
export const hasComputed = memoize((set: EntitySet): boolean =>
  [...set.properties.values()].some(({ derived }) => derived !== undefined),
)

/** A named list as a map, in its order. */
export function byName<Thing extends { readonly name: string }>(things: readonly Thing[]): ReadonlyMap<string, Thing> {
  return new Map(things.map((thing) => [thing.name, thing]))
}
