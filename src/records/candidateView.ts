import type { Attribute } from '#attributes/attribute.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { linkUris } from '#entities/relationship.ts'
import { inverseOf } from '#entities/relationshipEnds.ts'
import type { Reader } from '#views/dynamic.ts'
import { filterConditions, filterFields, filterText } from '#views/filter.ts'
import { relatedViewOf } from '#views/relatedView.ts'
import { resolveFilter } from '#views/resolve.ts'
import type { View } from '#views/view.ts'
import { filterOf } from '#views/viewListing.ts'

/** The records that a view lists, as `$filter` text; `columns` are the columns that the filter reads. */
export type CandidateCondition = { readonly text: string; readonly columns: ReadonlySet<string> }

/**
 * The view that lists the candidates of a lookup. The two lookups of a link entity use the view of the N:N end from
 * which their records are linked.
 */
function viewFor(model: Model, attribute: Attribute): View | undefined {
  const links = model.relationships.get(model.entities.get(attribute.entity_id)?.link_of ?? '')
  if (!links) return relatedViewOf(model, attribute)
  const isTarget = attribute.uri === linkUris.to
  const end = isTarget ? attributeById(model, links.attribute_id)?.attribute : inverseOf(model, links)
  return end && relatedViewOf(model, end)
}

/** Whether a view restricts the candidates of a lookup. */
export function hasCandidateView(model: Model, attribute: Attribute): boolean {
  return attribute.type === 'N:1' && viewFor(model, attribute) !== undefined
}

/** The filter of a lookup's view for the current reader; undefined where the view lists every record. */
export function candidateViewOf(model: Model, attribute: Attribute, reader: Reader): CandidateCondition | undefined {
  const view = viewFor(model, attribute)
  const target = model.entities.get(attribute.related_entity ?? '')
  if (!view || !target) return undefined
  const fields = filterFields(target.fields)
  const filter = resolveFilter(filterOf(view.filter, target), fields, reader)
  const text = filterText(filter, fields)
  return text === undefined
    ? undefined
    : { text, columns: new Set(filterConditions(filter).map(({ column }) => column)) }
}
