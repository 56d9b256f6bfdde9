import type { EntityDefinition } from '#entities/entity.ts'
import type { Feature, FeaturePlace } from '#entities/feature.ts'
import { featuresOff } from '#entities/features.ts'
import { usesOf, type Use } from '#entities/expressionUse.ts'
import type { Model } from '#entities/model.ts'
import type { Texts } from '#entities/delocalize.ts'
import type { Relationship } from '#entities/relationship.ts'
import { inverseOf } from '#entities/relationshipEnds.ts'
import type { Variable } from '#expressions/variable.ts'

/** An entity in the metadata calls. */
export type EntityRecord = Omit<EntityDefinition, 'fields'>

/** A relationship in the metadata calls, with the attribute of its other end. */
export type RelationshipRecord = Relationship & { readonly inverse_attribute: string | null }

/** A variable in the calls for makers, with the attributes that read the variable. */
export type VariableRecord = Variable & { readonly used_by: readonly Use[] }

/** The public part of a variable: its name in expressions. */
export type VariableName = Pick<Variable, 'id' | 'key' | 'type'>

/**
 * A switch in the calls for makers, with time and author of its last setting; null for switches that were never set.
 */
export type FeatureRecord = Omit<Feature, 'change_id'> & {
  readonly since: string | null
  readonly by: string | null
  readonly change_id: string | null
}

/** The answer of `GET /metadata/v1/{envid}`: all definitions that screens need. */
export type Metadata = {
  readonly version: number
  readonly entities: readonly EntityRecord[]
  readonly relationships: readonly RelationshipRecord[]
  readonly variables: readonly VariableName[]
  /** The features that are off; all others are on. */
  readonly features_off: readonly FeaturePlace[]
  /** The makers' original texts, where the reader's language has translations. */
  readonly base_texts?: Texts
}

/** An entity without the common fields of every entity. */
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
