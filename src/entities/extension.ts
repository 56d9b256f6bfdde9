import type { Entity } from '#entities/entity.ts'

/** Whether makers may extend an entity with their own definitions. */
export function isOpen({ managed, extendable }: Pick<Entity, 'managed' | 'extendable'>): boolean {
  return !managed || extendable
}
