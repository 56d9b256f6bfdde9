import type { Attribute } from '#attributes/attribute.ts'
import { computedAttributes, computedFrom } from '#entities/computedSources.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { usesOf, type Use } from '#entities/expressionUse.ts'
import { attributeById, type Model } from '#entities/model.ts'
import { namingOf } from '#entities/naming.ts'
import { viewsIn } from '#views/model.ts'
import { fieldsNamed } from '#views/fieldsNamed.ts'
import type { View } from '#views/view.ts'

/** What a rule that hides an attribute means for the definitions that read the attribute. */
export type Readers = {
  /** Formulas and rollups that are hidden with it, also over others. */
  readonly hidden: readonly Use[]
  /** Formulas and rollups that still show results, because their makers marked them as shown. */
  readonly shown: readonly Use[]
  /** Names of records that are built from the attribute: names are always shown. */
  readonly names: readonly Use[]
  /** Attributes whose default, check or candidates read it: these go on as they are. */
  readonly uses: readonly Use[]
  /** Shared views that show it or go by it. */
  readonly views: readonly View[]
}

/**
 * The definitions that read an attribute, apart from the attribute's own field. Personal views are left out, since they
 * concern only their owner.
 */
export function readersOf(model: Model, attributeId: string): Readers {
  const entityId = attributeById(model, attributeId)?.entity.id
  const hidden = computedFrom(model, [attributeId], ({ shown_over_hidden }) => shown_over_hidden)
  return {
    hidden: usesIn(model, hidden),
    shown: usesIn(model, shownOver(model, [attributeId])),
    names: namesOver(model, [attributeId]).map(({ entity, attribute }) => useBy(entity, attribute)),
    uses: usesOf(model, attributeId).filter((use) => !isComputedAttribute(model, use.attribute_id)),
    views: viewsIn(model).filter(
      (view) => view.entity_id === entityId && !view.personal && fieldsNamed(view).has(attributeId),
    ),
  }
}

/** The formulas and rollups marked as shown whose sources include attributes that are hidden from someone. */
export function shownOver(model: Model, hiddenIds: Iterable<string>): ReadonlySet<string> {
  const ids = [...hiddenIds]
  const hidden = computedFrom(model, ids, ({ shown_over_hidden }) => shown_over_hidden)
  const closed = new Set([...ids, ...hidden])
  return new Set(
    computedAttributes(model)
      .filter(({ attribute, sources }) => attribute.shown_over_hidden && [...sources].some((id) => closed.has(id)))
      .map(({ attribute }) => attribute.id),
  )
}

/** The entities whose record names use attributes that are hidden from someone, or attributes computed from those. */
export function namesOver(
  model: Model,
  hiddenIds: Iterable<string>,
): readonly { readonly entity: EntityDefinition; readonly attribute: Attribute }[] {
  const ids = [...hiddenIds]
  const closed = new Set([...ids, ...computedFrom(model, ids)])
  return [...model.entities.values()].flatMap((entity) => {
    const attribute = namingOf(entity)
    return attribute && closed.has(attribute.id) ? [{ entity, attribute }] : []
  })
}

function usesIn(model: Model, ids: ReadonlySet<string>): Use[] {
  return [...model.entities.values()].flatMap((entity) =>
    entity.attributes.filter(({ id }) => ids.has(id)).map((attribute) => useBy(entity, attribute)),
  )
}

function isComputedAttribute(model: Model, id: string): boolean {
  return computedAttributes(model).some(({ attribute }) => attribute.id === id)
}

function useBy(entity: EntityDefinition, { id, name }: Attribute): Use {
  return { entity_id: entity.id, entity: entity.name, attribute_id: id, attribute: name }
}
