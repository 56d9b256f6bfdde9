import type { Operation } from '#changes/operation.ts'
import type { DependantRecord } from '#changes/wire.ts'
import { usesOf } from '#entities/expressionUse.ts'
import type { Relationship } from '#entities/relationship.ts'
import { attributeById, lookupsTo, type Model } from '#entities/model.ts'

/**
 * What holds a deletion up and would have to go along: lookups of other tables to an entity, formulas and summaries that
 * read an attribute, and what reads those in turn. In the order in which they must go, each with the operation that
 * takes it away; views mind deletions by themselves. What came along comes back with the undo of the whole.
 */
export function dependentsOf(model: Model, operations: readonly unknown[]): DependantRecord[] {
  const found = new Map<string, DependantRecord>()
  const said = operations.filter(isOperation)
  for (const { kind, id } of said) {
    if (typeof id !== 'string') continue
    if (kind === 'entity.delete') addEntity(model, id, found)
    if (kind === 'attribute.delete') addReaders(model, id, found)
    const relationship = kind === 'attribute.delete' ? ofAttribute(model, id) : model.relationships.get(id)
    if (kind === 'attribute.delete' || kind === 'relationship.delete') addLinks(model, relationship, found)
  }
  for (const { id } of said) if (typeof id === 'string') found.delete(id)
  return [...found.values()]
}

function isOperation(thing: unknown): thing is Operation {
  return typeof thing === 'object' && thing !== null && 'kind' in thing
}

type Found = Map<string, DependantRecord>

function addEntity(model: Model, entityId: string, found: Found): void {
  for (const attribute of model.entities.get(entityId)?.attributes ?? [])
    addReaders(model, attribute.id, found, entityId)
  for (const { entity, attribute } of lookupsTo(model, entityId)) {
    if (entity.id === entityId) continue
    const links = model.relationships.get(entity.link_of ?? '')
    if (links) {
      const operation = { kind: 'relationship.delete', id: links.id }
      addLinks(model, links, found)
      found.set(links.id, { id: links.id, kind: 'relationship', name: links.name, entity: null, operation })
    } else addAttribute(model, attribute.id, found)
  }
}

/** The relationship that goes with an attribute. */
function ofAttribute(model: Model, attributeId: string): Relationship | undefined {
  return [...model.relationships.values()].find(({ attribute_id }) => attribute_id === attributeId)
}

/** Lookups of others to the links of a relationship. */
function addLinks(model: Model, relationship: Relationship | undefined, found: Found): void {
  if (relationship?.link_entity) addEntity(model, relationship.link_entity, found)
}

/** Those that read it go first; what lies within the entity that goes anyway needs no operation of its own. */
function addReaders(model: Model, attributeId: string, found: Found, within?: string): void {
  for (const use of usesOf(model, attributeId)) {
    if (use.entity_id !== within && !found.has(use.attribute_id)) addAttribute(model, use.attribute_id, found)
  }
}

function addAttribute(model: Model, attributeId: string, found: Found): void {
  const place = attributeById(model, attributeId)
  if (!place || found.has(attributeId)) return
  const operation = { kind: 'attribute.delete', id: attributeId }
  const { entity, attribute } = place
  const record = { id: attributeId, kind: 'attribute', name: attribute.name, entity: entity.name, operation } as const
  found.set(attributeId, record)
  addReaders(model, attributeId, found)
  // What reads it stands behind it by now, and must go before.
  found.delete(attributeId)
  found.set(attributeId, record)
}
