import type { EntityDefinition } from '#entities/entity.ts'

/** Time of the last change of an entity or its attributes: change ids are uuids v7, which start with their time. */
export function lastChangeOf(entity: Pick<EntityDefinition, 'change_id' | 'attributes'>): Date | null {
  const ids = [entity.change_id, ...entity.attributes.map((attribute) => attribute.change_id)]
  const [latest] = ids.filter(isTimed).toSorted().toReversed()
  return latest === undefined ? null : new Date(Number.parseInt(latest.replace('-', '').slice(0, 12), 16))
}

function isTimed(id: string): boolean {
  return /^[0-9a-f]{8}-[0-9a-f]{4}-7/.test(id)
}
