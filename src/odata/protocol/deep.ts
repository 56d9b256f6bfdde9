import { fault } from '#faults/fault.ts'
import {
  propertyOf,
  type Collection,
  type EntitySet,
  type Navigation,
  type ODataModel,
  type Property,
} from '#odata/model.ts'
import type { BodyValues } from '#odata/protocol/store.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'

/** The body of one row: its own values, and changes of related rows. */
export type RowPlan = {
  readonly set: EntitySet
  /** Position in the body: empty for the body itself, otherwise for example `lines[2]`. */
  readonly at: string
  readonly values: BodyValues
  /** `@id`: the address of an existing row. */
  readonly id?: unknown
  /** `@etag`: the version that the client has read. */
  readonly etag?: unknown
  readonly lookups: readonly LookupPlan[]
  readonly related: readonly RelatedPlan[]
}

/** The new target of a lookup (N:1); null clears the lookup. */
export type LookupPlan = {
  readonly navigation: Navigation
  readonly at: string
  readonly to: RowPlan | null
}

/**
 * Changes of a collection (1:N). `all`: the rows replace the collection; `delta`: rows are added or changed, and the
 * rows in `gone` leave; `links`: rows are added.
 */
export type RelatedPlan = {
  readonly collection: Collection
  /** The property of the related rows with the key of the outer row. */
  readonly via: Property
  readonly kind: 'all' | 'delta' | 'links'
  readonly at: string
  readonly rows: readonly RowPlan[]
  readonly gone: readonly GonePlan[]
}

/** A row that leaves a collection (`@removed`); `deleted`: the row is deleted as well. */
export type GonePlan = { readonly row: RowPlan; readonly deleted: boolean }

/**
 * Parses the body of a create or update (JSON format 4.5, 7 and 8.5; part 1, 11.4.2.2 and 11.4.3.1). Unknown names stay
 * among the values, for validation to refuse. Faults: `query.limit`, `validation.type`, `validation.unknown`,
 * `request.malformed`, each with its position.
 */
export function planRow(model: ODataModel, set: EntitySet, body: BodyValues): RowPlan {
  return rowPlan({ model, count: { rows: 0 } }, set, body, { at: '', level: 0 })
}

/** Whether the plan is only the address of a row. */
export function isReference({ id, values, lookups, related }: RowPlan): boolean {
  return id !== undefined && Object.keys(values).length === 0 && lookups.length === 0 && related.length === 0
}

/** Whether the row can be written alone: its lookups lead to existing rows, and nothing is nested. */
export function isFlat({ lookups, related }: RowPlan): boolean {
  return related.length === 0 && lookups.every(({ to }) => to === null || isReference(to))
}

/** The `$expand` that shows a nested body as sent: `customer,lines($expand=product)`. */
export function expandOf(...plans: readonly RowPlan[]): string {
  const nested = plans.flatMap(({ lookups, related }) => [
    ...lookups.flatMap(({ navigation, to }) => (to && !isReference(to) ? [{ name: navigation.name, rows: [to] }] : [])),
    ...related.map(({ collection, rows }) => ({ name: collection.name, rows })),
  ])
  const items = [...Map.groupBy(nested, ({ name }) => name)].map(([name, found]) => {
    const inner = expandOf(...found.flatMap(({ rows }) => rows))
    return inner === '' ? name : `${name}($expand=${inner})`
  })
  return items.join(',')
}

type Planning = { readonly model: ODataModel; readonly count: { rows: number } }
type Place = { readonly at: string; readonly level: number }

function rowPlan(planning: Planning, set: EntitySet, body: BodyValues, place: Place): RowPlan {
  planning.count.rows += 1
  if (planning.count.rows > queryLimits.deepRows) throw overLimit('deepRows', place.at || undefined)
  if (place.level > queryLimits.deepDepth) throw overLimit('deepDepth', place.at)
  const values: Record<string, unknown> = {}
  const said: { id?: unknown; etag?: unknown } = {}
  const lookups: LookupPlan[] = []
  const related: RelatedPlan[] = []
  for (const [name, value] of Object.entries(body)) {
    const [, owner = '', annotation] = /^([^@]*)@(?:odata\.)?(.*)$/s.exec(name) ?? []
    const at = place.at === '' ? name : `${place.at}.${name}`
    const inner = { at, level: place.level + 1 }
    if (annotation === undefined) {
      // Parts of a complex property are nested, not named by path.
      if (name.includes('/')) throw fault('validation.unknown', { name }, at)
      const navigation = set.navigations.get(name)
      const collection = set.collections?.get(name)
      if (navigation) lookups.push(lookupPlan(planning, navigation, value, inner))
      else if (collection) related.push(relatedPlan(planning, collection, 'all', value, inner))
      else if (set.complexes?.has(name)) Object.assign(values, partsOf(planning.model, set, name, value))
      // Part 1, 11.4.3: computed values are ignored, so that a row can be sent back as read.
      else if (name === set.key || !set.properties.get(name)?.computed) values[name] = value
    } else if (owner === '') {
      if (annotation === 'id' || annotation === 'etag') said[annotation] = value
      if (annotation === 'type') refuseForeign(planning.model, set.typeName ?? set.name, value, at)
    } else if (annotation === 'nextLink' && set.collections?.has(owner)) {
      // A part of a collection could be mistaken for the whole.
      throw fault('request.malformed', {}, at)
    } else if (annotation === 'bind' || annotation === 'delta') {
      const navigation = set.navigations.get(owner)
      const collection = set.collections?.get(owner)
      if (collection) related.push(relatedPlan(planning, collection, annotation, value, inner))
      else if (navigation && annotation === 'bind') lookups.push(boundPlan(planning, navigation, value, inner))
      else throw fault('validation.unknown', { name: owner }, at)
    }
  }
  refuseTwice(lookups.map(({ navigation, at }) => ({ name: navigation.name, at })))
  refuseTwice(related.map(({ collection, at, kind }) => ({ name: `${collection.name} ${kind === 'links'}`, at })))
  return { set, at: place.at, values, ...said, lookups, related }
}

function lookupPlan(planning: Planning, navigation: Navigation, value: unknown, place: Place): LookupPlan {
  const target = targetOf(planning, navigation.target)
  const to = value === null ? null : rowPlan(planning, target, objectAt(value, place.at), place)
  return { navigation, at: place.at, to }
}

/** `customer@odata.bind`: an address; null clears the lookup. */
function boundPlan(planning: Planning, navigation: Navigation, value: unknown, place: Place): LookupPlan {
  const target = targetOf(planning, navigation.target)
  const to = value === null ? null : rowPlan(planning, target, { '@id': value }, place)
  return { navigation, at: place.at, to }
}

function relatedPlan(
  planning: Planning,
  collection: Collection,
  as: 'all' | 'delta' | 'bind',
  value: unknown,
  place: Place,
): RelatedPlan {
  if (!Array.isArray(value)) throw fault('validation.type', {}, place.at)
  const target = targetOf(planning, collection.target)
  const rows: RowPlan[] = []
  const gone: GonePlan[] = []
  value.forEach((each: unknown, index) => {
    const inner = { ...place, at: `${place.at}[${index}]` }
    if (as === 'bind') return rows.push(rowPlan(planning, target, { '@id': each }, inner))
    const row = objectAt(each, inner.at)
    const removed = as === 'delta' ? (row['@removed'] ?? row['@odata.removed']) : undefined
    if (removed === undefined) return rows.push(rowPlan(planning, target, row, inner))
    const reason = objectAt(removed, `${inner.at}.@removed`)['reason']
    return gone.push({ row: rowPlan(planning, target, row, inner), deleted: reason === 'deleted' })
  })
  const via = propertyOf(target, collection.via)
  return { collection, via, kind: as === 'bind' ? 'links' : as, at: place.at, rows, gone }
}

/** The parts of a complex value by path; all null where the value is null. */
function partsOf(model: ODataModel, set: EntitySet, name: string, value: unknown): BodyValues {
  const paths = [...set.properties.keys()].filter((path) => path.startsWith(`${name}/`))
  if (value === null) return Object.fromEntries(paths.map((path) => [path, null]))
  const parts: Record<string, unknown> = {}
  for (const [part, given] of Object.entries(objectAt(value, name))) {
    const type = set.complexes?.get(name)?.type
    if (/^@(?:odata\.)?type$/.test(part) && type !== undefined) refuseForeign(model, type, given, `${name}.${part}`)
    if (part.includes('@')) continue
    const path = `${name}/${part}`
    const isComplex = set.complexes?.has(path) ?? paths.some((each) => each.startsWith(`${path}/`))
    if (isComplex) Object.assign(parts, partsOf(model, set, path, given))
    else parts[path] = given
  }
  return parts
}

/** JSON format 4.6.3: a type named in a body must be the row's type; types have no subtypes. */
function refuseForeign({ namespace = 'Model' }: ODataModel, own: string, given: unknown, at: string): void {
  const name = typeof given === 'string' ? given.slice(given.indexOf('#') + 1) : undefined
  if (name !== own && name !== `${namespace}.${own}`) throw fault('request.malformed', {}, at)
}

function targetOf({ model }: Planning, name: string): EntitySet {
  const target = model.entitySets.get(name)
  if (!target) throw fault('query.unknownName', { name, hint: 'none' }, name)
  return target
}

function objectAt(value: unknown, at: string): BodyValues {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw fault('validation.type', {}, at)
  return value as BodyValues
}

function refuseTwice(said: readonly { readonly name: string; readonly at: string }[]): void {
  const names = new Set<string>()
  for (const { name, at } of said) {
    if (names.has(name)) throw fault('request.malformed', {}, at)
    names.add(name)
  }
}
