import { listMetadata } from '#attributes/listMetadata.ts'
import type { Operation } from '#changes/operation.ts'
import type { Attribute } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'

/** Properties of the copy that differ from the source. */
export type CopySaid = Readonly<Record<string, unknown>>

/** Further operations for a copy, given the source and the map from source ids to copy ids. */
export type CopyFollowing = (sourceId: string, ids: ReadonlyMap<string, string>) => readonly Operation[]

/**
 * The operations that copy an entity's attributes under new ids, with their own relationships. Definitions at other
 * entities (other ends of lookups, N:N links) and records are not copied.
 */
export function copyOperations(
  model: Model,
  source: EntityDefinition,
  said: CopySaid,
  newId: () => string,
  following: CopyFollowing = () => [],
): readonly Operation[] {
  const id = newId()
  const copied = source.attributes.filter(({ type }) => listMetadata[type].holds !== 'records')
  const ids = new Map([[source.id, id], ...copied.map((each) => [each.id, newId()] as const)])
  const lookups = copied.flatMap((attribute) => {
    const relationship = model.relationships.get(attribute.relationship_id ?? '')
    return attribute.type === 'N:1' ? [{ attribute, relationship, id: newId() }] : []
  })
  for (const { attribute, id: relationshipId } of lookups) ids.set(attribute.relationship_id ?? '', relationshipId)
  const flags = { ...flagsOf(source), naming: ids.get(source.naming ?? '') ?? null }
  const create = {
    kind: 'entity.create',
    ...flags,
    ...said,
    id,
    attributes: copied.map((attribute) => translated(draftOf(attribute), ids)),
  }
  const updates = lookups.flatMap(({ relationship, id: relationshipId }) => {
    if (!relationship) return []
    const { name, on_delete, on_assign, on_share } = relationship
    return [{ kind: 'relationship.update', id: relationshipId, name, on_delete, on_assign, on_share }]
  })
  return [create, ...updates, ...following(source.id, ids)]
}

/** The makers' settings beside the names; full-text search is rarely needed, so a copy starts without. */
function flagsOf(source: EntityDefinition) {
  const {
    description,
    editable,
    searchable,
    queryable,
    recordsharing,
    auditable,
    requireetag,
    ownership,
    icon,
    color,
  } = source
  return { description, editable, searchable, queryable, recordsharing, auditable, requireetag, ownership, icon, color }
}

/** The settable properties of an attribute. */
function draftOf(attribute: Attribute): object {
  const { id, name, uri, description, type } = attribute
  const said = attributeTypes[type].properties.map((property) => [property, attribute[property]] as const)
  // References to the own entity point to the copy, which has views of its own.
  const own = attribute.related_entity === attribute.entity_id ? { related_view: null } : {}
  return { id, name, uri, description, type, ...Object.fromEntries(said), ...own }
}

/** The draft with old ids replaced by new ones everywhere: parents of choices, formulas. */
function translated(draft: object, ids: ReadonlyMap<string, string>): unknown {
  const text = JSON.stringify(draft).replaceAll(uuid, (found) => ids.get(found) ?? found)
  return JSON.parse(text)
}

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g
