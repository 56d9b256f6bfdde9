import { columnOf } from '#attributes/attribute.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import type { Model } from '#entities/model.ts'

/** A lookup over which shares are carried: what reaches the record that it leads to by a share reaches this one too. */
export type CarryStep = {
  readonly attributeId: string
  /** The column of the lookup. */
  readonly column: string
  /** The entity that it leads to. */
  readonly entity: EntityDefinition
}
/** From a record over its lookups to one that is shared itself. */
export type CarryPath = readonly [CarryStep, ...CarryStep[]]

type Definitions = Pick<Model, 'entities' | 'relationships'>

/** So many lookups a share is carried over at most. */
export const furthestCarried = 3

/**
 * The ways over which shares of other records reach those of an entity, by relationships that carry shares on. Each
 * relationship counts once on a way. `mayPass`: whether shares of an entity count for whoever asks.
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

/** What tells the ways of one entity apart. */
export function pathKey(path: CarryPath): string {
  return path.map(({ attributeId }) => attributeId).join(' ')
}
