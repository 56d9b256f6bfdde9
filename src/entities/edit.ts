import { isStored, type Attribute } from '#attributes/attribute.ts'
import type { Entity, EntityDefinition } from '#entities/entity.ts'
import { modelOf, withAttributes, type Dropped, type Model } from '#entities/model.ts'

/** The model with an entity added or replaced; its entry among the dropped definitions is removed. */
export function putEntity(model: Model, entity: EntityDefinition): Model {
  return { ...withEntity(model, entity), dropped: without(model.dropped, entity.id) }
}

/** The model without an entity, whose table is kept. */
export function dropEntity(model: Model, id: string): Model {
  const entities = [...model.entities.values()].filter((entity) => entity.id !== id)
  const dropped = withDropped(model, { id, kind: 'entity', entity_id: id }).values()
  return modelOf({ ...model, entities, dropped })
}

/** The model with an attribute added or replaced. */
export function putAttribute(model: Model, attribute: Attribute): Model {
  const entity = model.entities.get(attribute.entity_id)
  if (!entity) return model
  const others = entity.attributes.filter(({ id }) => id !== attribute.id)
  const put = withEntity(model, withAttributes(bare(entity), [...others, attribute]))
  return { ...put, dropped: without(model.dropped, attribute.id) }
}

/** The model without an attribute, whose column, if any, is kept for an undo. */
export function dropAttribute(model: Model, attribute: Attribute): Model {
  const entity = model.entities.get(attribute.entity_id)
  if (!entity) return model
  const others = entity.attributes.filter(({ id }) => id !== attribute.id)
  const aside = { id: attribute.id, kind: 'attribute', entity_id: entity.id } as const
  const left = withEntity(model, withAttributes(bare(entity), others))
  return { ...left, dropped: isStored(attribute) ? withDropped(model, aside) : model.dropped }
}

/** The model with the column of an attribute's former type kept for an undo, and without the restored column. */
export function putColumnAside(
  model: Model,
  attribute: Attribute,
  { id, mayLose, from }: { readonly id: string; readonly mayLose: boolean; readonly from?: string | undefined },
): Model {
  const former = { attribute, mayLose, from }
  const dropped = new Map(without(model.dropped, from ?? ''))
  return { ...model, dropped: dropped.set(id, { id, kind: 'column', entity_id: attribute.entity_id, former }) }
}

/** The entity in stored form, without attributes and fields. */
export function bare(entity: EntityDefinition): Entity {
  const { attributes: _attributes, fields: _fields, ...rest } = entity
  return rest
}

/** The former values of changed properties: the patch that reverts the change. */
export function changedBack<Thing extends object>(before: Thing, now: Thing, but: readonly string[]): Partial<Thing> {
  const entries = Object.entries(before).filter(([key, value]) => {
    return !but.includes(key) && JSON.stringify(value) !== JSON.stringify(now[key as keyof Thing])
  })
  return Object.fromEntries(entries) as Partial<Thing>
}

/** The properties that a patch sets, without address and control properties. */
export function patchOf<Patch extends object>(operation: Patch): Partial<Patch> {
  const address = ['kind', 'id', 'entity_id', 'version', 'uri', 'accept_loss', 'aside', 'from', 'kept']
  return Object.fromEntries(
    Object.entries(operation).filter(([key, value]) => value !== undefined && !address.includes(key)),
  ) as Partial<Patch>
}

/** A replaced entity keeps its place in the order. */
function withEntity(model: Model, entity: EntityDefinition): Model {
  const former = model.entities.get(entity.id)
  if (former?.uri !== entity.uri)
    return modelOf({
      ...model,
      entities: new Map(model.entities).set(entity.id, entity).values(),
      dropped: model.dropped.values(),
    })
  return {
    ...model,
    entities: new Map(model.entities).set(entity.id, entity),
    entitiesByUri: new Map(model.entitiesByUri).set(entity.uri, entity),
  }
}

function withDropped(model: Model, dropped: Dropped): ReadonlyMap<string, Dropped> {
  return new Map(model.dropped).set(dropped.id, dropped)
}

function without(dropped: Model['dropped'], id: string): Model['dropped'] {
  if (!dropped.has(id)) return dropped
  const left = new Map(dropped)
  left.delete(id)
  return left
}
