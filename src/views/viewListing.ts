import { columnOf, type Field } from '#attributes/attribute.ts'
import type { FilterGroup, FilterNode } from '#views/filter.ts'
import { defaultListing, type ViewListing, type SortItem } from '#views/listing.ts'
import type { FieldId, ViewContent, ViewFilter, ViewNode } from '#views/view.ts'
import type { EntityDefinition } from '#entities/entity.ts'

/** The part of a view that the list page changes. */
export type ListedContent = Pick<ViewContent, 'columns' | 'sort' | 'filter' | 'group'>

/** The listing of a view by current column names. Deleted attributes are omitted. */
export function listingOf(view: ListedContent, entity: EntityDefinition): ViewListing {
  const columnFor = columnsById(entity)
  const columns = view.columns.flatMap(({ attribute }) => columnFor(attribute) ?? [])
  const sorted = (item: { attribute: FieldId; descending: boolean }): SortItem | undefined => {
    const column = columnFor(item.attribute)
    return column === undefined ? undefined : { column, descending: item.descending }
  }
  return {
    filter: filterOf(view.filter, entity),
    sort: view.sort.flatMap((item) => sorted(item) ?? []),
    columns: columns.length === 0 ? defaultListing(entity).columns : columns,
    search: '',
    group: (view.group && sorted(view.group)) ?? null,
  }
}

/** A stored filter by current column names; conditions on deleted attributes are omitted. */
export function filterOf(filter: ViewFilter, entity: EntityDefinition): FilterGroup {
  const columnFor = columnsById(entity)
  const node = (each: ViewNode): FilterNode[] => {
    if (each.kind !== 'condition') return [{ kind: each.kind, of: each.of.flatMap(node) }]
    const { attribute, ...rest } = each
    const column = columnFor(attribute)
    return column === undefined ? [] : [{ ...rest, column }]
  }
  return { kind: filter.kind, of: filter.of.flatMap(node) }
}

/** The inverse of `filterOf`. */
export function storedFilter(filter: FilterGroup, entity: EntityDefinition): ViewFilter {
  const idFor = idsByColumn(entity)
  const node = (each: FilterNode): ViewNode[] => {
    if (each.kind !== 'condition') return [{ kind: each.kind, of: each.of.flatMap(node) }]
    const { column, ...rest } = each
    const attribute = idFor(column)
    return attribute === undefined ? [] : [{ ...rest, attribute }]
  }
  return { kind: filter.kind, of: filter.of.flatMap(node) }
}

/** The view content for a listing, the inverse of `listingOf`. Column widths of `view` are preserved. */
export function listedContent(listing: ViewListing, entity: EntityDefinition, view: ListedContent): ListedContent {
  const idFor = idsByColumn(entity)
  const widths = new Map(view.columns.map(({ attribute, width }) => [attribute, width]))
  const sorted = ({ column, descending }: SortItem) => {
    const attribute = idFor(column)
    return attribute === undefined ? [] : [{ attribute, descending }]
  }
  const isUsual = listing.columns.join() === defaultListing(entity).columns.join()
  const columns = listing.columns.flatMap((column) => {
    const attribute = idFor(column)
    return attribute === undefined ? [] : [{ attribute, width: widths.get(attribute) ?? null }]
  })
  return {
    // A view without chosen columns keeps following its entity.
    columns: isUsual && view.columns.length === 0 ? [] : columns,
    sort: listing.sort.flatMap(sorted),
    filter: storedFilter(listing.filter, entity),
    group: (listing.group ? sorted(listing.group)[0] : undefined) ?? null,
  }
}

/** The field that a view refers to; undefined for deleted fields. */
export function fieldNamed(
  entity: Pick<EntityDefinition, 'fields'>,
  id: FieldId | null | undefined,
): Field | undefined {
  return id === null || id === undefined ? undefined : entity.fields.find((field) => field.id === id)
}

function columnsById({ fields }: EntityDefinition): (id: FieldId) => string | undefined {
  const columns = new Map(fields.map((field) => [field.id, columnOf(field)]))
  return (id) => columns.get(id)
}

function idsByColumn({ fields }: EntityDefinition): (column: string) => FieldId | undefined {
  const ids = new Map(fields.map((field) => [columnOf(field), field.id]))
  return (column) => ids.get(column)
}
