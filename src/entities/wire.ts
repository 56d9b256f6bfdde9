import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'

/** An entity as the metadata calls tell it. */
export type EntityRecord = Omit<EntityDefinition, 'fields'>

/** What `GET /metadata/v1/{envid}` answers: everything a screen needs to know of the definitions. */
export type Metadata = { readonly version: number; readonly entities: readonly EntityRecord[] }

/** An entity without what everybody knows of every entity. */
export function entityRecord(entity: EntityDefinition): EntityRecord {
  const { fields: _fields, ...record } = entity
  return record
}

export function metadataOf(model: Model): Metadata {
  return { version: model.version, entities: [...model.entities.values()].map(entityRecord) }
}
