import type { Attribute } from '#attributes/attribute.ts'
import type { Entity, EntityDefinition } from '#entities/entity.ts'
import type { Feature } from '#entities/feature.ts'
import type { Relationship } from '#entities/relationship.ts'
import { commonFieldsOf } from '#entities/system.ts'
import type { Variable } from '#expressions/variable.ts'
import { memoize } from '#platform/memoize.ts'

/** A deleted definition, or the column of an attribute's former type, with data kept for an undo. */
export type Dropped = {
  readonly id: string
  readonly kind: 'entity' | 'attribute' | 'column'
  readonly entity_id: string
  /** For a column: the former attribute, whether values might be lost, and the kept column that was restored. */
  readonly former?: Former | null
}
export type Former = {
  readonly attribute: Attribute
  readonly mayLose: boolean
  readonly from?: string | undefined
}

/** The definitions of an environment as an immutable snapshot. A changed definition is a new model. */
export type Model = {
  /** Version of the definitions, for compiled SQL. */
  readonly version: number
  /** Version of the rights. */
  readonly accessVersion: number
  /** By id, sorted by uri. */
  readonly entities: ReadonlyMap<string, EntityDefinition>
  readonly entitiesByUri: ReadonlyMap<string, EntityDefinition>
  /** By id. */
  readonly relationships: ReadonlyMap<string, Relationship>
  /** By key, sorted by key. */
  readonly variables: ReadonlyMap<string, Variable>
  /** The switches that were ever set, by key. */
  readonly features: ReadonlyMap<string, Feature>
  readonly dropped: ReadonlyMap<string, Dropped>
  /** Definitions of higher concepts, by concept; read with the concept's own functions, such as `viewsIn`. */
  readonly beside: Beside
}

export type Beside = Readonly<Record<string, unknown>>

export type ModelParts = {
  readonly version: number
  readonly accessVersion: number
  readonly entities: Iterable<EntityDefinition>
  readonly relationships?: ReadonlyMap<string, Relationship>
  readonly variables?: ReadonlyMap<string, Variable>
  readonly features?: ReadonlyMap<string, Feature>
  readonly dropped?: Iterable<Dropped>
  readonly beside?: Beside
}

/** A model with its look-up tables. */
export function modelOf({
  version,
  accessVersion,
  entities,
  relationships = new Map(),
  variables = new Map(),
  features = new Map(),
  dropped = [],
  beside = {},
}: ModelParts): Model {
  const ordered = [...entities].toSorted((a, b) => (a.uri < b.uri ? -1 : 1))
  return {
    version,
    accessVersion,
    entities: new Map(ordered.map((entity) => [entity.id, entity])),
    entitiesByUri: new Map(ordered.map((entity) => [entity.uri, entity])),
    relationships,
    variables,
    features,
    dropped: new Map([...dropped].map((each) => [each.id, each])),
    beside,
  }
}

export const emptyModel: Model = modelOf({ version: 0, accessVersion: 0, entities: [] })

/** An entity with its sorted attributes, after the common record fields. */
export function withAttributes(entity: Entity, attributes: readonly Attribute[]): EntityDefinition {
  const ordered = attributes.toSorted((a, b) => a.position - b.position || (a.uri < b.uri ? -1 : 1))
  return { ...entity, attributes: ordered, fields: [...commonFieldsOf(entity), ...ordered] }
}

/** The entities of makers, without link entities. */
export function entitiesOf({ entities }: Model): EntityDefinition[] {
  return [...entities.values()].filter(({ link_of }) => link_of === null)
}

/** The attribute with an id, and its entity. */
export function attributeById(
  model: Model,
  id: string,
): { entity: EntityDefinition; attribute: Attribute } | undefined {
  for (const entity of model.entities.values()) {
    const attribute = attributesById(entity).get(id)
    if (attribute) return { entity, attribute }
  }
  return undefined
}

const attributesById = memoize(
  ({ attributes }: EntityDefinition): ReadonlyMap<string, Attribute> =>
    new Map(attributes.map((each) => [each.id, each])),
)

/** Lookups that point to an entity, with their own entities. */
export function lookupsTo(model: Model, entityId: string): { entity: EntityDefinition; attribute: Attribute }[] {
  return [...model.entities.values()].flatMap((entity) =>
    entity.attributes
      .filter((attribute) => attribute.type === 'N:1' && attribute.related_entity === entityId)
      .map((attribute) => ({ entity, attribute })),
  )
}
