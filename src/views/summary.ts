import { columnOf, isLink, type Field } from '#attributes/attribute.ts'
import { listMetadata } from '#attributes/listMetadata.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { filterFields, filterText } from '#views/filter.ts'
import { functionsFor } from '#views/capability.ts'
import { listingOption, searchText, type ListedEntity, type PlainListing, type SortItem } from '#views/listing.ts'
import type { ViewContent, ViewFunction } from '#views/view.ts'
import { fieldNamed } from '#views/viewListing.ts'

/** A value of a view's footer: field, function, and its name in the answer. */
export type FooterPart = { readonly field: Field; readonly function: ViewFunction; readonly alias: string }

/** The footer parts whose fields still exist. */
export function footerParts(footer: ViewContent['footer'], entity: Pick<EntityDefinition, 'fields'>): FooterPart[] {
  return footer.flatMap(({ attribute, function: name }, at) => {
    const field = fieldNamed(entity, attribute)
    return field && functionsFor(field).includes(name) ? [{ field, function: name, alias: `footer${at}` }] : []
  })
}

/**
 * The query string of a whole footer in one statement, over the records of a listing; undefined without parts. The
 * answer has one row, plus one per part that counts filled values; the merged properties are the footer.
 */
export function footerQuery(
  parts: readonly FooterPart[],
  entity: Pick<EntityDefinition, 'fields'>,
  listing: PlainListing,
): string | undefined {
  if (parts.length === 0) return undefined
  const whole = parts.filter((part) => part.function !== 'filled').map(aggregateText)
  const branches = [
    ...(whole.length > 0 ? [`aggregate(${whole.join(',')})`] : []),
    ...parts
      .filter((part) => part.function === 'filled')
      .map(({ field, alias }) => `filter(${columnOf(field)} ne null)/aggregate($count as ${alias})`),
  ]
  const [first = ''] = branches
  const steps = [...selectionSteps(entity, listing), branches.length > 1 ? `concat(${branches.join(',')})` : first]
  return listingOption('apply', steps.join('/'))
}

/** A value of the group's field, with its number of records. */
export type RecordGroup = { readonly value: string | boolean | null; readonly count: number }

/** Maximum number of groups with headings; larger lists are only sorted. */
export const mostGroups = 1000

/** The query string for the sorted groups of a listing with their sizes; undefined without grouping. */
export function groupQuery(
  group: SortItem | null,
  entity: Pick<EntityDefinition, 'fields'>,
  listing: PlainListing,
): string | undefined {
  const field = group && entity.fields.find((each) => columnOf(each) === group.column)
  if (!group || !field) return undefined
  const path = groupPath(field)
  const steps = [...selectionSteps(entity, listing), `groupby((${path}),aggregate($count as size))`]
  const order = listingOption('orderby', `${path}${group.descending ? ' desc' : ''}`)
  return `${listingOption('apply', steps.join('/'))}&${order}&$top=${mostGroups + 1}`
}

/** Parses a group row of the answer. Links are grouped by their display name. */
export function readGroup(row: Readonly<Record<string, unknown>>, field: Field): RecordGroup {
  const target = isLink(field) ? row[field.uri] : undefined
  const named = target !== null && typeof target === 'object' && 'name' in target ? target.name : null
  const value = isLink(field) ? named : row[columnOf(field)]
  return { value: typeof value === 'string' || typeof value === 'boolean' ? value : null, count: Number(row['size']) }
}

function groupPath(field: Field): string {
  return listMetadata[field.type].control === 'lookup' || isLink(field) ? `${field.uri}/name` : columnOf(field)
}

/** Steps of `$apply` that select the listed records. */
export function selectionSteps(entity: ListedEntity, { filter, search }: PlainListing): string[] {
  const [filtered, searched] = [filterText(filter, filterFields(entity.fields)), searchText(search, entity)]
  return [...(filtered ? [`filter(${filtered})`] : []), ...(searched ? [`search(${searched})`] : [])]
}

function aggregateText({ field, function: name, alias }: FooterPart): string {
  return name === 'count' ? `$count as ${alias}` : `${columnOf(field)} with ${name} as ${alias}`
}
