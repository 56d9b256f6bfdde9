import { fault, Fault } from '#faults/fault.ts'
import type { EntitySet } from '#odata/model.ts'
import { parsePath } from '#odata/syntax/path.ts'

/** A row by its set and key. */
export type RowAddress = { readonly set: string; readonly key: string }

/**
 * The part of an address below the service root; undefined where it leads elsewhere. It may be absolute, begin at the host
 * or at the root. A service may stand behind a proxy, so the host is not compared.
 */
export function belowRoot(address: string, root: string): string | undefined {
  const path = address.replace(/^https?:\/\/[^/?#]*/i, '')
  if (path === address && !address.startsWith('/')) return address.replace(/^\.\//, '')
  return path.startsWith(root) ? path.slice(root.length) : undefined
}

/** The key in an entity id (part 1, 4.1) that must name a row of `set`. Faults: `request.reference` at `target`. */
export function keyOfReference(id: unknown, set: EntitySet, root: string, target: string): string {
  const path = typeof id === 'string' ? belowRoot(id, root) : undefined
  const address = path === undefined ? undefined : rowAt(path)
  if (address?.set === set.name) return address.key
  throw fault('request.reference', { id: String(id).slice(0, 200), set: set.name }, target)
}

function rowAt(path: string): RowAddress | undefined {
  try {
    const found = parsePath(path)
    return found.kind === 'one' ? found : undefined
  } catch (error) {
    if (error instanceof Fault) return undefined
    throw error
  }
}
