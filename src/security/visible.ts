import { listMetadata } from '#attributes/listMetadata.ts'
import type { Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { modelOf, type Model } from '#entities/model.ts'
import { commonFieldsOf } from '#entities/system.ts'
import { actions } from '#environments/memberRights.ts'

import { closedFields, hiddenSources } from '#security/fields.ts'
import { mayAtAll, type Actor } from '#security/reach.ts'
import { memoizeLatest } from '#platform/memoize.ts'

/** What of the definitions a member does not see; members with the same `key` see the same. */
export type Hidden = {
  readonly key: string
  readonly entities: ReadonlySet<string>
  readonly attributes: ReadonlySet<string>
  /** Formulas and rollups that are shown although they name what is hidden: their values are read, their texts are not. */
  readonly untold: ReadonlySet<string>
}

/**
 * What a member does not see of the definitions: entities on which no role gives any right, and attributes that field rules
 * keep from being read (product ruling 2.3), with what is computed from these (7.24). Null for who sees everything. Made once for what a member holds.
 */
export function hiddenFrom(actor: Actor, model: Model): Hidden | null {
  return actor.administrator ? null : hiddenByRights(actor, model)
}

/** The definitions that a member does not see; null when the member sees all of them. */
const hiddenByRights = memoizeLatest(({ heldRights }: Actor) => heldRights, findHidden)

function findHidden(actor: Actor, model: Model): Hidden | null {
  const all = [...model.entities.values()]
  const entities = all.filter((entity) => actions.every((action) => !mayAtAll(actor, action, entity, model)))
  const attributes = all.flatMap((entity) => [...closedFields(actor, entity, model).unread])
  const ids = [...entities.map(({ id }) => id), ...attributes]
  if (ids.length === 0) return null
  return {
    key: ids.toSorted().join(),
    entities: new Set(entities.map(({ id }) => id)),
    attributes: new Set(attributes),
    untold: new Set([...hiddenSources(actor, model).keys()].filter((id) => !attributes.includes(id))),
  }
}

/** The definitions without what is hidden: its names are unknown wherever they are asked for. */
export function withoutHidden(model: Model, hidden: Hidden): Model {
  const entities = [...model.entities.values()].flatMap((entity) =>
    hidden.entities.has(entity.id) ? [] : [shownOf(model, entity, hidden)],
  )
  const { dropped, entities: _all, relationships, ...rest } = model
  const isKnown = (id: string) => !hidden.entities.has(id)
  const left = [...relationships].filter(
    ([, { from_entity, to_entity, link_entity, attribute_id }]) =>
      [from_entity, to_entity, link_entity ?? ''].every(isKnown) && !hidden.attributes.has(attribute_id),
  )
  return modelOf({ ...rest, dropped: dropped.values(), relationships: new Map(left), entities })
}

function shownOf(model: Model, entity: EntityDefinition, hidden: Hidden): EntityDefinition {
  const attributes = entity.attributes
    .filter((attribute) => !isHidden(model, attribute, hidden))
    .map((attribute) => (leadsAway(attribute, hidden) ? { ...attribute, related_entity: null } : attribute))
    .map((attribute) =>
      hidden.untold.has(attribute.id) ? { ...attribute, expression: null, rollup: null } : attribute,
    )
  if (attributes.length === entity.attributes.length && attributes.every((each, at) => each === entity.attributes[at]))
    return entity
  return { ...entity, attributes, fields: [...commonFieldsOf(entity), ...attributes] }
}

/** A lookup to a hidden entity leads nowhere: nothing of where it leads is there to be asked for. */
function leadsAway({ type, related_entity }: Attribute, hidden: Hidden): boolean {
  return type === 'N:1' && hidden.entities.has(related_entity ?? '')
}

/** A lookup to a hidden entity still holds a key; the other end of a lookup and an N:N hold nothing but records. */
function isHidden(model: Model, { id, type, related_entity, relationship_id }: Attribute, hidden: Hidden): boolean {
  if (hidden.attributes.has(id)) return true
  if (listMetadata[type].holds !== 'records') return false
  const relationship = model.relationships.get(relationship_id ?? '')
  const links = relationship?.link_entity ?? ''
  return (
    hidden.entities.has(related_entity ?? '') ||
    hidden.entities.has(links) ||
    hidden.attributes.has(relationship?.attribute_id ?? '')
  )
}
