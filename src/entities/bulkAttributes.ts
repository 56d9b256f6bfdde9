import type { Attribute } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { Operation } from '#changes/operation.ts'

/** What can be switched for several attributes at once. */
export const bulkFlags = ['required', 'searchable', 'queryable', 'auditable'] as const
export type BulkFlag = (typeof bulkFlags)[number]
/** How flags shall be; those that are not named stay as they are. */
export type BulkWish = Readonly<Partial<Record<BulkFlag, boolean>>>

/**
 * One update for each attribute that a wish changes, on the version that was seen. A flag that a type does not have stays
 * as it is, and so does what belongs to the system.
 */
export function bulkUpdates(attributes: readonly Attribute[], wish: BulkWish): Operation[] {
  return attributes.flatMap((attribute) => {
    const { id, version } = attribute
    const names = bulkFlags.filter((flag) => isChanged(attribute, flag, wish[flag]))
    const patch = Object.fromEntries(names.map((flag) => [flag, wish[flag]]))
    return names.length === 0 ? [] : [{ kind: 'attribute.update', id, version, ...patch }]
  })
}

/** How many of the attributes can have a flag switched. */
export function bulkCount(attributes: readonly Attribute[], flag: BulkFlag): number {
  return attributes.filter((attribute) => isSwitchable(attribute, flag)).length
}

function isChanged(attribute: Attribute, flag: BulkFlag, wanted: boolean | undefined): boolean {
  return wanted !== undefined && isSwitchable(attribute, flag) && attribute[flag] !== wanted
}

function isSwitchable({ type, managed }: Attribute, flag: BulkFlag): boolean {
  return !managed && attributeTypes[type].properties.includes(flag)
}
