import type { EntityDefinition } from '#entities/entity.ts'
import type { Feature, FeaturePlace } from '#entities/feature.ts'
import { featuresOff } from '#entities/features.ts'
import { usesOf, type Use } from '#entities/expressionUse.ts'
import type { Model } from '#entities/model.ts'
import type { Texts } from '#entities/delocalize.ts'
import type { Relationship } from '#entities/relationship.ts'
import { inverseOf } from '#entities/relationshipEnds.ts'
import type { Variable } from '#expressions/variable.ts'

/** An entity as the metadata calls tell it. */
export type EntityRecord = Omit<EntityDefinition, 'fields'>

/** A relationship as the metadata calls tell it, with the attribute of its other side. */
export type RelationshipRecord = Relationship & { readonly inverse_attribute: string | null }

/** A variable as the calls for makers tell it, with the attributes that read it. */
export type VariableRecord = Variable & { readonly used_by: readonly Use[] }

/** What everybody may know of a variable: what expressions can name. */
export type VariableName = Pick<Variable, 'id' | 'key' | 'type'>

/** A switch as the calls for makers tell it: since when it stands so, and who moved it; null for one that never was. */
export type FeatureRecord = Omit<Feature, 'change_id'> & {
  readonly since: string | null
  readonly by: string | null
  readonly change_id: string | null
}

/** What `GET /metadata/v1/{envid}` answers: everything a screen needs to know of the definitions. */
export type Metadata = {
  readonly version: number
  readonly entities: readonly EntityRecord[]
  readonly relationships: readonly RelationshipRecord[]
  readonly variables: readonly VariableName[]
  /** What is switched off; everything else is on. */
  readonly features_off: readonly FeaturePlace[]
  /** What makers wrote, wherever the reader's language says something else. */
  readonly base_texts?: Texts
}

/** An entity without what everybody knows of every entity. */
export function entityRecord(entity: EntityDefinition): EntityRecord {
  const { fields: _fields, ...record } = entity
  return record
}

export function relationshipRecord(model: Model, relationship: Relationship): RelationshipRecord {
  return { ...relationship, inverse_attribute: inverseOf(model, relationship)?.id ?? null }
}

export function variableRecord(model: Model, variable: Variable): VariableRecord {
  return { ...variable, used_by: usesOf(model, variable.id) }
}

export function metadataOf(model: Model): Metadata {
  return {
    version: model.version,
    entities: [...model.entities.values()].map(entityRecord),
    relationships: [...model.relationships.values()].map((each) => relationshipRecord(model, each)),
    variables: [...model.variables.values()].map(({ id, key, type }) => ({ id, key, type })),
    features_off: featuresOff(model),
  }
}
