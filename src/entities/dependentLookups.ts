import type { Attribute } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { lookupsTo, type Model } from '#entities/model.ts'
import { linkUris, type CarriedOn, type OnDelete } from '#entities/relationship.ts'
import { memoizeByText } from '#platform/memoize.ts'

/** A lookup to an entity, with the effects of deletion and assignment on the entity of the lookup. */
export type DependentLookup = {
  readonly entity: EntityDefinition
  readonly attribute: Attribute
  readonly onDelete: OnDelete
  readonly onAssign: CarriedOn
}

/** The lookups through which records depend on the records of an entity. */
export const dependentLookups = memoizeByText((model: Model, entityId: string): readonly DependentLookup[] =>
  lookupsTo(model, entityId).map((lookup) => dependantOf(model, lookup)),
)

/** A link is deleted with either of its records, unless its relationship restricts the deletion. */
function dependantOf(
  model: Model,
  { entity, attribute }: { readonly entity: EntityDefinition; readonly attribute: Attribute },
): DependentLookup {
  const many = model.relationships.get(entity.link_of ?? '')
  if (entity.link_of !== null) {
    const holds = attribute.uri === linkUris.to && many?.on_delete === 'restrict'
    return { entity, attribute, onDelete: holds ? 'restrict' : 'cascade', onAssign: 'none' }
  }
  const relationship = model.relationships.get(attribute.relationship_id ?? '')
  const wanted = relationship?.on_delete ?? 'clear'
  // A required lookup cannot be cleared.
  const onDelete = wanted === 'clear' && attribute.required ? 'restrict' : wanted
  return { entity, attribute, onDelete, onAssign: relationship?.on_assign ?? 'none' }
}
