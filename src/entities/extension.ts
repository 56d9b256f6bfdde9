import type { Entity } from '#entities/entity.ts'

/** Whether makers may add definitions of their own to an entity. */
export function isOpen({ managed, extendable }: Pick<Entity, 'managed' | 'extendable'>): boolean {
  return !managed || extendable
}
