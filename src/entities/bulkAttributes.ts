import type { Attribute } from '#attributes/attribute.ts'
import { attributeTypes } from '#attributes/types.ts'
import type { Operation } from '#changes/operation.ts'

/** Flags that can be set for several attributes at once. */
export const bulkFlags = ['required', 'searchable', 'queryable', 'auditable'] as const
export type BulkFlag = (typeof bulkFlags)[number]
/** Requested values of flags; other flags stay. */
export type BulkWish = Readonly<Partial<Record<BulkFlag, boolean>>>

/**
 * One update per attribute that the request changes, with the version seen by the maker. Flags that a type lacks and
 * managed attributes stay unchanged.
 */
export function bulkUpdates(attributes: readonly Attribute[], wish: BulkWish): Operation[] {
  return attributes.flatMap((attribute) => {
    const { id, version } = attribute
    const names = bulkFlags.filter((flag) => isChanged(attribute, flag, wish[flag]))
    const patch = Object.fromEntries(names.map((flag) => [flag, wish[flag]]))
    return names.length === 0 ? [] : [{ kind: 'attribute.update', id, version, ...patch }]
  })
}

/** Number of attributes for which a flag can be set. */
export function bulkCount(attributes: readonly Attribute[], flag: BulkFlag): number {
  return attributes.filter((attribute) => isSwitchable(attribute, flag)).length
}

function isChanged(attribute: Attribute, flag: BulkFlag, wanted: boolean | undefined): boolean {
  return wanted !== undefined && isSwitchable(attribute, flag) && attribute[flag] !== wanted
}

function isSwitchable({ type, managed }: Attribute, flag: BulkFlag): boolean {
  return !managed && attributeTypes[type].properties.includes(flag)
}
