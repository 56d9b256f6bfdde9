import { propertyOf, type Collection, type EntitySet, type ODataModel, type Property } from '#odata/model.ts'
import type { LiteralEntry, QueryNode } from '#odata/syntax/node.ts'

/** A property with the value that a path gives it, as PostgreSQL takes it. */
export type KeyValue = { readonly property: Property; readonly value: string }

/** How a row points at rows of the next stop: where `own` of these is `theirs` of that row. */
export type Link = {
  readonly name: string
  readonly own: Property
  readonly theirs: Property
  /** It is a lookup: there is one row or none. */
  readonly isLookup: boolean
  /** N:N: `own` stands as `theirs` in the links whose `own` is that row. */
  readonly through?: ThroughLinks
}

/** The links that a collection goes through, with the properties of either side. */
export type ThroughLinks = { readonly set: EntitySet; readonly own: Property; readonly theirs: Property }

/** Rows of a set, or one of them. */
export type Stop = {
  readonly set: EntitySet
  /** What leads here from the row of the stop before. */
  readonly link?: Link
  /** What tells one row; empty for all of them. */
  readonly key: readonly KeyValue[]
  readonly filters: readonly QueryNode[]
}

/** The way that a resource path goes through the model. Every stop but the last is one row. */
export type ResourcePath = {
  readonly stops: readonly [Stop, ...Stop[]]
  /** The way without its values: what has the same shape is bound and compiled once. */
  readonly shape: string
  /** What the filters on the way point at; empty without filters. */
  readonly literals: readonly LiteralEntry[]
  /** The singleton that its first stop is. */
  readonly singleton?: string
  /** Only the addresses of the rows are meant. */
  readonly as?: 'reference'
}

/** A property of a row, or one with parts. */
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

/** The row among the rows at the path's end that has the key. */
export function pathToKey(resourcePath: ResourcePath, key: readonly KeyValue[]): ResourcePath {
  const names = key.map(({ property }) => property.name)
  return withEnd(resourcePath, { ...endOf(resourcePath), key }, `(${names.join(',')})`)
}

/** The rows at the path's end for which the condition holds; `shape` is its text without literals. */
export function filtered(
  resourcePath: ResourcePath,
  filter: QueryNode,
  shape: string,
  literals: ResourcePath['literals'],
): ResourcePath {
  const end = endOf(resourcePath)
  return { ...withEnd(resourcePath, { ...end, filters: [...end.filters, filter] }, `/${shape}`), literals }
}

/** Where the lookup or collection of that name leads from the row at the path's end; undefined where there is none. */
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

/** The links of an N:N collection with their properties; undefined for one without. */
export function throughLinks(model: ODataModel, collection: Collection | undefined): ThroughLinks | undefined {
  const through = collection?.through
  const set = through && model.entitySets.get(through.set)
  return set && { set, own: propertyOf(set, through.own), theirs: propertyOf(set, through.theirs) }
}

/** The row from which the last step of the way went out; undefined where the way has one stop. */
export function pathOrigin({ stops, shape, literals }: ResourcePath): ResourcePath | undefined {
  const [first, ...others] = stops
  return others.length > 0 ? { stops: [first, ...others.slice(0, -1)], shape: `${shape}/..`, literals } : undefined
}

/** The references to the rows at the path's end. */
export function referring(resourcePath: ResourcePath): ResourcePath {
  return { ...resourcePath, as: 'reference', shape: `${resourcePath.shape}/$ref` }
}

/** The last stop. */
export function endOf({ stops }: ResourcePath): Stop {
  return stops.at(-1) ?? stops[0]
}

/** Whether it leads to one row at most. */
export function isOne(resourcePath: ResourcePath): boolean {
  const { key, link } = endOf(resourcePath)
  return key.length > 0 || link?.isLookup === true
}

/** Whether it may well lead to nothing: its end is where a lookup leads. */
export function isOptional(resourcePath: ResourcePath): boolean {
  const { key, filters, link } = endOf(resourcePath)
  return key.length === 0 && filters.length === 0 && link?.isLookup === true
}

/** The values of all keys on the way, in their order. */
export function keyValues({ stops }: ResourcePath): readonly string[] {
  return stops.flatMap(({ key }) => key.map(({ value }) => value))
}

/** What tells the path from any other: its shape and its values. */
export function identityOf(resourcePath: ResourcePath): string {
  const { shape, literals } = resourcePath
  const values = [...keyValues(resourcePath), ...literals.flatMap((entry) => entry).map(({ text }) => text)]
  return values.length > 0 ? `${shape}\u0001${JSON.stringify(values)}` : shape
}

/** The key of the row at the path's end where it stands in the path. */
export function endKeyOf(resourcePath: ResourcePath): string | undefined {
  const { set, key } = endOf(resourcePath)
  const [only] = key
  return key.length === 1 && only?.property.name === set.key ? only.value : undefined
}

/** The key of the row where the path is only its set and key; undefined where the row must be looked for. */
export function ownKeyOf(resourcePath: ResourcePath): string | undefined {
  const isPlain = resourcePath.stops.length === 1 && resourcePath.stops[0].filters.length === 0
  return isPlain ? endKeyOf(resourcePath) : undefined
}

function withEnd(resourcePath: ResourcePath, end: Stop, shape: string): ResourcePath {
  const [first, ...others] = resourcePath.stops
  const before = others.length > 0 ? ([first, ...others.slice(0, -1)] as const) : undefined
  return { ...resourcePath, stops: before ? [...before, end] : [end], shape: resourcePath.shape + shape }
}
