import type { Attribute } from '#attributes/attribute.ts'
import type { Entity, EntityDefinition } from '#entities/entity.ts'
import { systemAttributes } from '#entities/system.ts'

/** Something deleted whose data still waits aside for an undo. */
export type Dropped = { readonly id: string; readonly kind: 'entity' | 'attribute'; readonly entity_id: string }

/** The definitions of an environment as one immutable snapshot. A changed definition is a new model. */
export type Model = {
  /** Counts the changes of definitions: what SQL was compiled for. */
  readonly version: number
  /** Counts the changes of rights. */
  readonly accessVersion: number
  /** By id, in the order of their uris. */
  readonly entities: ReadonlyMap<string, EntityDefinition>
  readonly entitiesByUri: ReadonlyMap<string, EntityDefinition>
  readonly dropped: ReadonlyMap<string, Dropped>
}

export type ModelParts = {
  readonly version: number
  readonly accessVersion: number
  readonly entities: Iterable<EntityDefinition>
  readonly dropped?: Iterable<Dropped>
}

/** A model of the given parts with its look-up tables. */
export function modelOf({ version, accessVersion, entities, dropped = [] }: ModelParts): Model {
  const ordered = [...entities].toSorted((a, b) => (a.uri < b.uri ? -1 : 1))
  return {
    version,
    accessVersion,
    entities: new Map(ordered.map((entity) => [entity.id, entity])),
    entitiesByUri: new Map(ordered.map((entity) => [entity.uri, entity])),
    dropped: new Map([...dropped].map((each) => [each.id, each])),
  }
}

export const emptyModel: Model = modelOf({ version: 0, accessVersion: 0, entities: [] })

/** An entity with its attributes, in their order, and the common record fields before them. */
export function withAttributes(entity: Entity, attributes: readonly Attribute[]): EntityDefinition {
  const ordered = attributes.toSorted((a, b) => a.position - b.position || (a.uri < b.uri ? -1 : 1))
  return { ...entity, attributes: ordered, fields: [...systemAttributes, ...ordered] }
}

/** The attribute of an id, with its entity. */
export function attributeById(
  model: Model,
  id: string,
): { entity: EntityDefinition; attribute: Attribute } | undefined {
  for (const entity of model.entities.values()) {
    const attribute = entity.attributes.find((each) => each.id === id)
    if (attribute) return { entity, attribute }
  }
  return undefined
}

/** Lookups that point to an entity, with the entities they belong to. */
export function lookupsTo(model: Model, entityId: string): { entity: EntityDefinition; attribute: Attribute }[] {
  return [...model.entities.values()].flatMap((entity) =>
    entity.attributes
      .filter((attribute) => attribute.type === 'N:1' && attribute.related_entity === entityId)
      .map((attribute) => ({ entity, attribute })),
  )
}
