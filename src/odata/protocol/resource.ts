import { Fault, fault } from '#faults/fault.ts'
import { keyOfGroup, keyOfText } from '#odata/bind/key.ts'
import { nearest } from '#text/nearest.ts'
import { knownNames } from '#odata/bind/scope.ts'
import type { EntitySet, ODataModel, ODataOperation, Property } from '#odata/model.ts'
import { parseAddress, refuseLoneType, type Address, type AddressSegment } from '#odata/syntax/address.ts'
import type { LiteralEntry, QueryNode } from '#odata/syntax/node.ts'
import { splitOptions } from '#odata/syntax/split.ts'
import {
  endOf,
  filtered,
  followed,
  isOne,
  pathToKey,
  referring,
  resourcePathOf,
  type KeyValue,
  type PathPart,
  type ResourcePath,
} from '#odata/resourcePath.ts'

/** What a resource path behind the service root names (URL conventions 4). */
export type Resource =
  | { readonly kind: 'service' | 'metadata' | 'openapi' | 'batch' | 'entity' }
  /** Rows of a set, their number, or each of them as the target of a change. */
  | { readonly kind: 'rows' | 'count' | 'each'; readonly resourcePath: ResourcePath }
  /** A row, or the media stream that it is. */
  | { readonly kind: 'row' | 'media'; readonly resourcePath: ResourcePath }
  /** The reference to a row, or those to rows. */
  | { readonly kind: 'reference'; readonly resourcePath: ResourcePath }
  /** A property of a row, its raw value, or how many values it has. */
  | { readonly kind: 'property' | 'value' | 'length'; readonly resourcePath: ResourcePath; readonly part: PathPart }
  /** The same as `of`, with the query options in the body. */
  | { readonly kind: 'query'; readonly of: Resource }
  | Called

/** A call of an action or function; `rest` goes on from its result. */
export type Called = {
  readonly kind: 'operation'
  /** Those of its name that may be called there: several functions differ in their parameters. */
  readonly overloads: readonly [ODataOperation, ...ODataOperation[]]
  /** What it is bound to. */
  readonly resourcePath?: ResourcePath
  readonly parameters: readonly QueryNode[]
  readonly literals: readonly LiteralEntry[]
  readonly rest: readonly AddressSegment[]
}

const setOnly = /^[A-Za-z]\w{0,127}$/
const noAliases: ReadonlyMap<string, string> = new Map()

/**
 * What the path names, not decoded and without the slash before it; parameter aliases in it stand in the query. Faults:
 * `query.syntax`, `request.malformed`, `request.idInvalid`, `resource.unknown`, `server.unsupported`.
 */
export function resourceAt(path: string, query: string, model: ODataModel): Resource {
  const set = setOnly.test(path) ? model.entitySets.get(path) : undefined
  if (set) return { kind: 'rows', resourcePath: resourcePathOf(set) }
  const row = rowAt(path, model)
  if (row) return row
  // Not of the standard, so no address of it; a set's name holds no dollar sign.
  if (path === '$openapi') return { kind: 'openapi' }
  const address = parseAddress(path, /@|%40/.test(path) ? splitOptions(query).aliases : noAliases)
  return resolveResource(address, model)
}

// Most rows are asked for like this.
const setAndGuid = /^([A-Za-z]\w{0,127})\(([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\)$/

function rowAt(path: string, model: ODataModel): Resource | undefined {
  const [, name = '', value = ''] = setAndGuid.exec(path) ?? []
  const set = model.entitySets.get(name)
  const property = set?.properties.get(set.key)
  if (!set || property?.type !== 'Edm.Guid') return undefined
  return { kind: 'row', resourcePath: pathToKey(resourcePathOf(set), [{ property, value }]) }
}

/** What an address names in the model. */
export function resolveResource(address: Address, model: ODataModel): Resource {
  const { segments, literals } = address
  const [first, ...rest] = segments
  if (!first) return { kind: 'service' }
  const last = segments.at(-1)
  if (last?.kind === 'system' && last.text === '$query') {
    return { kind: 'query', of: resolveResource({ segments: segments.slice(0, -1), literals }, model) }
  }
  if (first.kind === 'system') return systemAt(first, rest)
  if (rest[0]?.kind === 'system' && rest[0].text === '$all') throw unanswered(segments)
  refuseLoneType(address)
  const walk: Walk = { model, literals }
  const set = model.entitySets.get(first.text)
  if (set) return along(walk, withKeys(walk, resourcePathOf(set), first), rest)
  const singleton = model.singletons?.get(first.text)
  const only = singleton && model.entitySets.get(singleton.set)
  if (singleton && only) {
    const resourcePath = pathToKey(resourcePathOf(only), keyOfText(only, singleton.key))
    return along(walk, { ...resourcePath, singleton: singleton.name }, rest)
  }
  const [operation, ...others] = operationsNamed(walk, first.text, undefined)
  if (operation) return called(walk, [operation, ...others], undefined, [first, ...rest])
  throw unknownSegment(first, [...model.entitySets.keys(), ...(model.singletons?.keys() ?? [])])
}

type Walk = { readonly model: ODataModel; readonly literals: readonly LiteralEntry[] }

const roots = { $metadata: 'metadata', $batch: 'batch', $entity: 'entity' } as const

function systemAt(first: AddressSegment, [next]: readonly AddressSegment[]): Resource {
  const kind = Object.hasOwn(roots, first.text) ? roots[first.text as keyof typeof roots] : undefined
  if (!kind) throw fault('server.unsupported', { feature: first.text })
  // Whether a cast behind $entity holds, only the row's address tells.
  if (next && !(kind === 'entity' && next.kind === 'type')) throw unknownSegment(next, [])
  return { kind }
}

function along(walk: Walk, resourcePath: ResourcePath, segments: readonly AddressSegment[]): Resource {
  const [next, ...rest] = segments
  if (!next) return { kind: isOne(resourcePath) ? 'row' : 'rows', resourcePath }
  if (next.kind === 'system') return systemAlong(walk, resourcePath, next, rest)
  const { set } = endOf(resourcePath)
  if (next.kind === 'type' && next.text === qualifiedTypeName(walk.model, set)) {
    return along(walk, withKeys(walk, resourcePath, next), rest)
  }
  const [operation, ...others] = operationsNamed(walk, next.text, resourcePath)
  if (operation) return called(walk, [operation, ...others], resourcePath, segments)
  return isOne(resourcePath) ? insideRow(walk, resourcePath, next, rest) : among(walk, resourcePath, next, rest)
}

function systemAlong(
  walk: Walk,
  resourcePath: ResourcePath,
  next: AddressSegment,
  rest: readonly AddressSegment[],
): Resource {
  const isSingle = isOne(resourcePath)
  if (next.text === '$filter' && !isSingle) {
    const [filter] = next.groups[0] ?? []
    if (!filter || next.groups[0]?.length !== 1) throw unknownSegment(next, [])
    const shape = `${next.shape}#${next.literals}:${walk.literals.length}`
    return along(walk, filtered(resourcePath, filter, shape, walk.literals), rest)
  }
  const kind = isSingle ? rowSystems[next.text] : rowsSystems[next.text]
  if (!kind) throw unknownSegment(next, [])
  if (rest[0]) throw kind === 'each' ? unanswered([next, ...rest]) : unknownSegment(rest[0], [])
  return { kind, resourcePath: kind === 'reference' ? referring(resourcePath) : resourcePath }
}

const rowSystems: Record<string, 'reference' | 'media'> = { $ref: 'reference', $value: 'media' }
const rowsSystems: Record<string, 'reference' | 'count' | 'each'> = {
  $ref: 'reference',
  $count: 'count',
  $each: 'each',
}

function insideRow(
  walk: Walk,
  resourcePath: ResourcePath,
  next: AddressSegment,
  rest: readonly AddressSegment[],
): Resource {
  const further = followed(walk.model, resourcePath, next.text)
  if (further) return along(walk, withKeys(walk, further, next), rest)
  const { set } = endOf(resourcePath)
  const names = [next.text]
  // The parts of a complex property stand among the properties under their paths.
  const segments = [...rest]
  while (segments[0]?.kind === 'name' && partOf(set, [...names, segments[0].text].join('/'))) {
    names.push(segments[0].text)
    segments.shift()
  }
  const part = partOf(set, names.join('/'))
  if (!part || next.groups.length > 0) throw unknownSegment(next, knownNames(set))
  const [end, ...behind] = segments
  if (!end) return { kind: 'property', resourcePath, part }
  const kind = end.kind === 'system' ? partSystems[end.text] : undefined
  const [property] = part.properties
  const fits =
    kind === 'length' ? property.collection === true : kind === 'value' && !part.isComplex && !property.collection
  if (!kind || !fits || behind[0]) throw unknownSegment(behind[0] ?? end, partsOf(set, part))
  return { kind, resourcePath, part }
}

const partSystems: Record<string, 'value' | 'length'> = { $value: 'value', $count: 'length' }

function among(
  walk: Walk,
  resourcePath: ResourcePath,
  next: AddressSegment,
  rest: readonly AddressSegment[],
): Resource {
  return along(walk, pathToKey(resourcePath, keyAt(walk, resourcePath, next)), rest)
}

function keyAt(walk: Walk, resourcePath: ResourcePath, segment: AddressSegment): readonly KeyValue[] {
  try {
    return keyOfText(endOf(resourcePath).set, segment.whole)
  } catch (error) {
    // What is no key may have been meant for something else that can follow rows.
    if (error instanceof Fault) throw unknownSegment(segment, operationNames(walk, resourcePath))
    throw error
  }
}

/** The property of that name or path, also one with parts. */
export function partOf(set: EntitySet, name: string): PathPart | undefined {
  const property = set.properties.get(name)
  if (property) return { name, properties: [property], isComplex: false }
  const [first, ...others] = partsAt(set, name)
  return first && { name, properties: [first, ...others], isComplex: true }
}

function partsAt(set: EntitySet, name: string): readonly Property[] {
  const isComplex = set.complexes?.has(name) === true
  return isComplex ? [...set.properties.values()].filter((each) => each.name.startsWith(`${name}/`)) : []
}

function partsOf(set: EntitySet, { name }: PathPart): readonly string[] {
  return partsAt(set, name).map((each) => each.name.slice(name.length + 1))
}

function withKeys(walk: Walk, resourcePath: ResourcePath, { groups, text }: AddressSegment): ResourcePath {
  const [group, ...others] = groups
  if (!group) return resourcePath
  const { set } = endOf(resourcePath)
  if (others.length > 0 || isOne(resourcePath)) throw fault('request.idInvalid', {}, text)
  return pathToKey(resourcePath, keyOfGroup(set, group, walk.literals))
}

// The operations with a name, with or without namespace, that are bound to the end of the path.
function operationsNamed(
  { model }: Walk,
  name: string,
  resourcePath: ResourcePath | undefined,
): readonly ODataOperation[] {
  const prefix = `${model.namespace ?? 'Model'}.`
  const own = name.startsWith(prefix) ? name.slice(prefix.length) : name
  return (model.operations ?? []).filter((each) => each.name === own && isBoundTo(each, resourcePath))
}

function isBoundTo({ binding }: ODataOperation, resourcePath: ResourcePath | undefined): boolean {
  if (!resourcePath || !binding) return !resourcePath && !binding
  return binding.set === endOf(resourcePath).set.name && binding.collection === !isOne(resourcePath)
}

function operationNames({ model }: Walk, resourcePath: ResourcePath): readonly string[] {
  return (model.operations ?? []).filter((each) => isBoundTo(each, resourcePath)).map(({ name }) => name)
}

function called(
  { literals }: Walk,
  overloads: Called['overloads'],
  resourcePath: ResourcePath | undefined,
  [segment, ...rest]: readonly AddressSegment[],
): Called {
  const [parameters = [], ...others] = segment?.groups ?? []
  if (others.length > 0) throw unanswered([...(segment ? [segment] : []), ...rest])
  return { kind: 'operation', overloads, ...(resourcePath && { resourcePath }), parameters, literals, rest }
}

/** The qualified name of a set's row type. */
export function qualifiedTypeName(model: ODataModel, { name, typeName }: EntitySet): string {
  return `${model.namespace ?? 'Model'}.${typeName ?? name}`
}

function unknownSegment({ text }: AddressSegment, known: Iterable<string>): Fault {
  const name = text.slice(0, 60)
  return fault('resource.unknown', { name, hint: nearest(text, known) ?? 'none' }, name)
}

function unanswered(segments: readonly AddressSegment[]): Fault {
  return fault('server.unsupported', { feature: `/${segments.map(({ text }) => text.slice(0, 60)).join('/')}` })
}
