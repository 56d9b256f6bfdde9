import { listMetadata } from '#attributes/listMetadata.ts'
import { isStored, type Attribute, type Field } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { lookupsTo, type Model } from '#entities/model.ts'

/** Source of a rollup's records: a path of lookups, optionally followed by the records that point to its end. */
export type RollupSource = {
  readonly lookups: readonly Field[]
  /** The lookup from the records to the end of the path; undefined where the path ends in one record. */
  readonly through: Attribute | undefined
  /** The entity of the records. */
  readonly entity: EntityDefinition
}

/**
 * Resolves the path of a rollup. A step is the uri of a lookup or collection, or the API name of a collection: the uri
 * of its entity, with `_` and the uri of the lookup where the entity has several. Returns the first unresolvable step
 * as `lost`; no step may follow a collection.
 */
export function rollupSource(
  model: Model,
  start: EntityDefinition,
  path: readonly string[],
): RollupSource | { readonly lost: string } {
  const lookups: Field[] = []
  let entity = start
  for (const [index, step] of path.entries()) {
    const lookup = entity.fields.find(({ uri, type }) => uri === step && type === 'N:1')
    const target = lookup && model.entities.get(lookup.related_entity ?? '')
    if (lookup && target) {
      lookups.push(lookup)
      entity = target
      continue
    }
    const found = listOf(model, entity, step)
    if (!found || index < path.length - 1) return { lost: step }
    return { lookups, through: found.attribute, entity: found.entity }
  }
  return { lookups, through: undefined, entity }
}

/** The names of an entity's collections in rollup paths. */
export function listNames(model: Model, entity: EntityDefinition): readonly string[] {
  const own = entity.attributes.filter(({ type }) => type === '1:N').map(({ uri }) => uri)
  const users = lookupsTo(model, entity.id)
  const counts = Map.groupBy(users, (user) => user.entity.id)
  const named = users.map((user) => {
    const several = (counts.get(user.entity.id)?.length ?? 0) > 1
    return several ? `${user.entity.uri}_${user.attribute.uri}` : user.entity.uri
  })
  return [...own, ...named]
}

function listOf(model: Model, entity: EntityDefinition, step: string) {
  const users = lookupsTo(model, entity.id).toSorted((a, b) => (a.attribute.id < b.attribute.id ? -1 : 1))
  const list = entity.attributes.find(({ uri, type }) => uri === step && type === '1:N')
  const relationship = list && model.relationships.get(list.relationship_id ?? '')
  if (relationship) return users.find(({ attribute }) => attribute.id === relationship.attribute_id)
  return (
    users.find((user) => user.entity.uri === step) ??
    users.find((user) => `${user.entity.uri}_${user.attribute.uri}` === step)
  )
}

/** The aggregated field of a rollup. */
export function rolledField({ entity }: RollupSource, uri: string | null | undefined): Field | undefined {
  const field = entity.fields.find((each) => each.uri === uri)
  const isValue = field && (listMetadata[field.type].holds === 'computed' || isStored(field))
  return isValue && listMetadata[field.type].holds !== 'secret' ? field : undefined
}
