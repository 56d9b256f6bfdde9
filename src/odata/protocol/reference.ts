import { fault, Fault } from '#faults/fault.ts'
import type { RowAnswer } from '#odata/engine.ts'
import type { EntitySet, ODataModel } from '#odata/model.ts'
import { resourceAt } from '#odata/protocol/resource.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { endOf, ownKeyOf, type ResourcePath } from '#odata/resourcePath.ts'

/** A row by its set and key. */
export type RowAddress = {
  readonly set: string
  readonly key: string
  /** The name that the row was called by, where it has one. */
  readonly singleton?: string
}

/**
 * The part of an address below the service root; undefined where it leads elsewhere. It may be absolute, begin at the host
 * or at the root. A service may stand behind a proxy, so the host is not compared.
 */
export function belowRoot(address: string, root: string): string | undefined {
  const path = withoutHost(address)
  if (path === address && !address.startsWith('/')) return address.replace(/^\.\//, '')
  const home = withoutHost(root)
  if (path.startsWith(home)) return path.slice(home.length)
  return `${path}/` === home ? '' : undefined
}

function withoutHost(address: string): string {
  return address.replace(/^https?:\/\/[^/?#]*/i, '')
}

/**
 * The key in an entity id (part 1, 4.1) that must name a row of `set`, at most through keys and lookups that are read here.
 * Fault: `request.reference` at `target`.
 */
export async function keyOfReference(store: ODataStore, id: unknown, set: EntitySet, target: string): Promise<string> {
  const path = typeof id === 'string' ? belowRoot(id, store.root) : undefined
  const resourcePath = path === undefined ? undefined : await store.reading(({ model }) => rowTrail(model, path))
  if (resourcePath && endOf(resourcePath).set.name === set.name) {
    const found = await keyAt(store, resourcePath)
    if (found !== undefined) return found
  }
  throw fault('request.reference', { id: String(id).slice(0, 200), set: set.name }, target)
}

/** The row that a path leads to. Fault: `record.unknown`. */
export async function rowAddressOf(store: ODataStore, resourcePath: ResourcePath): Promise<RowAddress> {
  const key = await keyAt(store, resourcePath)
  if (key === undefined) throw fault('record.unknown')
  const { singleton } = resourcePath.stops.length === 1 ? resourcePath : {}
  return { set: endOf(resourcePath).set.name, key, ...(singleton !== undefined && { singleton }) }
}

async function keyAt(store: ODataStore, resourcePath: ResourcePath): Promise<string | undefined> {
  const own = ownKeyOf(resourcePath)
  if (own !== undefined) return own
  const { set } = endOf(resourcePath)
  return store.reading(async ({ engine, guards, run }) => {
    const asked = { guards, wire: { numbersAsText: true } }
    const row = await run<RowAnswer>(engine.row(resourcePath, `$select=${set.key}`, asked), 'keyed')
    const value = row.origin === null ? null : row.value
    return value === null ? undefined : String((JSON.parse(value) as Record<string, unknown>)[set.key])
  })
}

async function rowTrail(model: ODataModel, path: string): Promise<ResourcePath | undefined> {
  try {
    const resource = resourceAt(path, '', model)
    return Promise.resolve('resourcePath' in resource && resource.kind === 'row' ? resource.resourcePath : undefined)
  } catch (error) {
    if (error instanceof Fault && error.status < 500) return undefined
    throw error
  }
}
