import { columnOf, isListed, type Attribute, type Field } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { entitiesOf, type Model } from '#entities/model.ts'
import { collectionsOf, inversesOf, linkedCollections, lookupsByTarget } from '#records/collectionsOf.ts'
import { viewsOf } from '#views/model.ts'
import { relatedViewOf } from '#views/relatedView.ts'
import type { View } from '#views/view.ts'
import { defaultListing, listQuery, type PlainListing } from '#views/listing.ts'
import { listingOf } from '#views/viewListing.ts'
import { openingView, readerIn } from '#views/wire.ts'

/** Records of another table that belong to a record: pointing to the record (1:N), or linked with the record (N:N). */
export type Related = {
  /** The defining attribute: the lookup, or the end of the N:N. */
  readonly attribute: Attribute
  readonly kind: 'pointing' | 'linked'
  readonly title: string
  /** Name of the collection in URLs. */
  readonly collection: string
  readonly target: EntityDefinition
  /** The view that the maker chose for the collection; undefined: the target's default view. */
  readonly view: View | undefined
}

/**
 * All collections of an entity in display order: collections named by the maker in the order of the attributes, then
 * unnamed lookups by their table.
 */
export function relatedOf(model: Model, entity: EntityDefinition): readonly Related[] {
  const lookups = lookupsByTarget([...model.entities.values()]).get(entity.id) ?? []
  const named = new Map(entity.attributes.map((attribute) => [attribute.uri, attribute]))
  const pointing = collectionsOf(entity, lookups, inversesOf(entity)).flatMap(({ name, target: uri, via }) => {
    const lookup = lookups.find((each) => each.entity.uri === uri && columnOf(each.attribute) === via)
    // The links of an N:N are shown as the linked records.
    if (!lookup || lookup.entity.link_of !== null) return []
    const { attribute, entity: target } = lookup
    const isOnly = lookups.filter((each) => each.entity.id === target.id).length === 1 && target.id !== entity.id
    const plain = isOnly ? target.collectionname : `${target.collectionname} (${attribute.name})`
    const end = named.get(name)
    const title = end?.type === '1:N' ? end.name : plain
    const view = end?.type === '1:N' ? relatedViewOf(model, end) : undefined
    return [{ attribute, kind: 'pointing' as const, title, collection: name, target, view }]
  })
  const linked = linkedCollections(entity, model).flatMap(({ name, target: uri }) => {
    const [attribute, target] = [named.get(name), model.entitiesByUri.get(uri)]
    if (!attribute || !target) return []
    const view = relatedViewOf(model, attribute)
    return [{ attribute, kind: 'linked' as const, title: attribute.name, collection: name, target, view }]
  })
  const positionOf = ({ collection }: Related) => named.get(collection)?.position ?? Infinity
  return [...pointing, ...linked].toSorted((one, other) => {
    const by = positionOf(one) - positionOf(other)
    return Number.isNaN(by) || by === 0 ? 0 : by
  })
}

const mostFields = 3

/** The first fields that the target's view shows beside the name, without the field that is the same in every row. */
export function relatedFields(model: Model, related: Related): readonly Field[] {
  const { target, attribute, kind } = related
  const columns = opening(model, related).columns.flatMap(
    (column) => target.fields.find((field) => isListed(field) && columnOf(field) === column) ?? [],
  )
  const known = (field: Field) => field.uri === 'name' || (kind === 'pointing' && field.id === attribute.id)
  return columns.filter((field) => !known(field)).slice(0, mostFields)
}

/** The query of related records: the displayed columns in the order of the target's view, with the count. */
export function relatedQuery(model: Model, related: Related, fields: readonly Field[]): string {
  const { target } = related
  const { sort } = opening(model, related)
  const columns = ['name', ...fields.map(columnOf)]
  const listing: PlainListing = { filter: { kind: 'and', of: [] }, sort, columns, search: '', group: null }
  return `${listQuery(target, listing)}&$count=true`
}

/** Whether any table's records can belong to a record of this entity. */
export function hasRelated(model: Model, entity: EntityDefinition): boolean {
  const isEnd = entity.attributes.some(({ type }) => type === 'N:N')
  return isEnd || entitiesOf(model).some((other) => other.attributes.some((each) => pointsTo(each, entity)))
}

function pointsTo({ type, related_entity }: Attribute, { id }: EntityDefinition): boolean {
  return type === 'N:1' && related_entity === id
}

function opening(model: Model, { target, view: named }: Related) {
  const view = named ?? openingView(viewsOf(model, target.id), target.id, readerIn(model))
  return view ? listingOf(view, target) : defaultListing(target)
}
