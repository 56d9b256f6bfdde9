import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'

/**
 * A lookup that carries shares: a share of the record at the lookup's target also reaches the record that holds the
 * lookup.
 */
export type CarryStep = {
  readonly attributeId: string
  /** The column of the lookup. */
  readonly column: string
  /** The target entity of the lookup. */
  readonly entity: EntityDefinition
}
/** From a record over its lookups to one that is shared itself. */
export type CarryPath = readonly [CarryStep, ...CarryStep[]]

type Definitions = Pick<Model, 'entities' | 'relationships'>

/** So many lookups a share is carried over at most. */
export const furthestCarried = 3

/**
 * The paths on which shares of other records reach records of an entity, along relationships that carry shares. Each
 * relationship occurs once in a path. `mayPass`: whether shares of an entity count for the asker.
 */
export function carryPathsOf(
  { entities, relationships }: Definitions,
  entity: EntityDefinition,
  mayPass: (entity: EntityDefinition) => boolean,
): CarryPath[] {
  return from(entity, [])

  function from(child: EntityDefinition, gone: readonly string[]): CarryPath[] {
    if (gone.length === furthestCarried) return []
    return child.attributes.flatMap(({ id, type, uri, relationship_id: over, related_entity }): CarryPath[] => {
      if (type !== 'N:1' || over === null || gone.includes(over)) return []
      if (relationships.get(over)?.on_share !== 'cascade') return []
      const parent = entities.get(related_entity ?? '')
      if (!parent || !mayPass(parent)) return []
      const step: CarryStep = { attributeId: id, column: columnOf({ type, uri }), entity: parent }
      const further = from(parent, [...gone, over]).map((path): CarryPath => [step, ...path])
      return parent.recordsharing ? [[step], ...further] : further
    })
  }
}

/** Identifies a path among the paths of one entity. */
export function pathKey(path: CarryPath): string {
  return path.map(({ attributeId }) => attributeId).join(' ')
}
