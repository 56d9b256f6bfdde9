import { propertyOf, type Collection, type EntitySet, type ODataModel, type Property } from '#odata/model.ts'
import type { LiteralEntry, QueryNode } from '#odata/syntax/node.ts'

/** A key property with its value from a path, in PostgreSQL form. */
export type KeyValue = { readonly property: Property; readonly value: string }

/** The join from a row to the rows of the next stop: `own` of those rows equals `theirs` of the row. */
export type Link = {
  readonly name: string
  readonly own: Property
  readonly theirs: Property
  /** A lookup: one row or none. */
  readonly isLookup: boolean
  /** For N:N: `own` appears as `theirs` in links whose `own` is the row's key. */
  readonly through?: ThroughLinks
}

/** The link set of an N:N collection, with the properties of both sides. */
export type ThroughLinks = { readonly set: EntitySet; readonly own: Property; readonly theirs: Property }

/** A step of a path: the rows of a set, or one row. */
export type Stop = {
  readonly set: EntitySet
  /** The join from the row of the previous stop. */
  readonly link?: Link
  /** Key values of one row; empty for all rows. */
  readonly key: readonly KeyValue[]
  readonly filters: readonly QueryNode[]
}

/** A resource path through the model. Every stop except the last is a single row. */
export type ResourcePath = {
  readonly stops: readonly [Stop, ...Stop[]]
  /** The path without values: paths with the same shape are bound and compiled once. */
  readonly shape: string
  /** Literals of the filters on the path; empty without filters. */
  readonly literals: readonly LiteralEntry[]
  /** Name of the singleton at the first stop. */
  readonly singleton?: string
  /** The path asks for references (`$ref`), not for rows. */
  readonly as?: 'reference'
}

/** A property of a row; a complex property has several. */
export type PathPart = {
  readonly name: string
  readonly properties: readonly [Property, ...Property[]]
  readonly isComplex: boolean
}

const none: readonly never[] = []

/** All rows of a set. */
export function resourcePathOf(set: EntitySet): ResourcePath {
  return { stops: [{ set, key: none, filters: none }], shape: set.name, literals: none }
}

/** The path to one row, by key, among the rows at the path's end. */
export function pathToKey(resourcePath: ResourcePath, key: readonly KeyValue[]): ResourcePath {
  const names = key.map(({ property }) => property.name)
  return withEnd(resourcePath, { ...endOf(resourcePath), key }, `(${names.join(',')})`)
}

/** The rows at the path's end that fulfil a condition; `shape` is the condition's text without literals. */
export function filtered(
  resourcePath: ResourcePath,
  filter: QueryNode,
  shape: string,
  literals: ResourcePath['literals'],
): ResourcePath {
  const end = endOf(resourcePath)
  return { ...withEnd(resourcePath, { ...end, filters: [...end.filters, filter] }, `/${shape}`), literals }
}

/** The path continued by a lookup or collection of the row at its end; undefined for unknown names. */
export function followed(model: ODataModel, resourcePath: ResourcePath, name: string): ResourcePath | undefined {
  const { set } = endOf(resourcePath)
  const lookup = set.navigations.get(name)
  const way = lookup ?? set.collections?.get(name)
  const target = way && model.entitySets.get(way.target)
  if (!way || !target) return undefined
  const own = target.properties.get(lookup ? target.key : way.via)
  const theirs = set.properties.get(lookup ? way.via : set.key)
  if (!own || !theirs) throw new Error(`${set.name}.${name} leads nowhere`)
  const through = lookup ? undefined : throughLinks(model, set.collections?.get(name))
  const link = { name, own, theirs, isLookup: lookup !== undefined, ...(through && { through }) }
  const stop: Stop = { set: target, link, key: none, filters: none }
  return { ...resourcePath, stops: [...resourcePath.stops, stop], shape: `${resourcePath.shape}/${name}` }
}

/** The link set of an N:N collection; undefined for other collections. */
export function throughLinks(model: ODataModel, collection: Collection | undefined): ThroughLinks | undefined {
  const through = collection?.through
  const set = through && model.entitySets.get(through.set)
  return set && { set, own: propertyOf(set, through.own), theirs: propertyOf(set, through.theirs) }
}

/** The path to the row before the last step; undefined for paths with one stop. */
export function pathOrigin({ stops, shape, literals }: ResourcePath): ResourcePath | undefined {
  const [first, ...others] = stops
  return others.length > 0 ? { stops: [first, ...others.slice(0, -1)], shape: `${shape}/..`, literals } : undefined
}

/** The references (`$ref`) to the rows at the path's end. */
export function referring(resourcePath: ResourcePath): ResourcePath {
  return { ...resourcePath, as: 'reference', shape: `${resourcePath.shape}/$ref` }
}

/** The last stop of the path. */
export function endOf({ stops }: ResourcePath): Stop {
  return stops.at(-1) ?? stops[0]
}

/** Whether the path leads to one row at most. */
export function isOne(resourcePath: ResourcePath): boolean {
  const { key, link } = endOf(resourcePath)
  return key.length > 0 || link?.isLookup === true
}

/** Whether a missing row is a normal result: the path ends with a lookup. */
export function isOptional(resourcePath: ResourcePath): boolean {
  const { key, filters, link } = endOf(resourcePath)
  return key.length === 0 && filters.length === 0 && link?.isLookup === true
}

/** The values of all keys on the path, in order. */
export function keyValues({ stops }: ResourcePath): readonly string[] {
  return stops.flatMap(({ key }) => key.map(({ value }) => value))
}

/** A text that identifies the path: its shape and its values. */
export function identityOf(resourcePath: ResourcePath): string {
  const { shape, literals } = resourcePath
  const values = [...keyValues(resourcePath), ...literals.flatMap((entry) => entry).map(({ text }) => text)]
  return values.length > 0 ? `${shape}\u0001${JSON.stringify(values)}` : shape
}

/** The key of the row at the path's end, where the path contains the key. */
export function endKeyOf(resourcePath: ResourcePath): string | undefined {
  const { set, key } = endOf(resourcePath)
  const [only] = key
  return key.length === 1 && only?.property.name === set.key ? only.value : undefined
}

/** The key of the row where the path is only a set and a key; undefined where the row must be queried. */
export function ownKeyOf(resourcePath: ResourcePath): string | undefined {
  const isPlain = resourcePath.stops.length === 1 && resourcePath.stops[0].filters.length === 0
  return isPlain ? endKeyOf(resourcePath) : undefined
}

function withEnd(resourcePath: ResourcePath, end: Stop, shape: string): ResourcePath {
  const [first, ...others] = resourcePath.stops
  const before = others.length > 0 ? ([first, ...others.slice(0, -1)] as const) : undefined
  return { ...resourcePath, stops: before ? [...before, end] : [end], shape: resourcePath.shape + shape }
}
