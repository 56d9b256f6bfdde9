import { Fault, fault } from '#faults/fault.ts'
import { keyOfText } from '#odata/bind/key.ts'
import { entitySetOf } from '#odata/bind/resourcePath.ts'
import type { RowAnswer } from '#odata/engine.ts'
import { valueOfJson } from '#odata/protocol/body.ts'
import type { Conditions } from '#odata/protocol/conditions.ts'
import type { RowAddress } from '#odata/protocol/reference.ts'
import type { ODataStore, BodyValues, Written } from '#odata/protocol/store.ts'
import { pathToKey, resourcePathOf, type PathPart } from '#odata/resourcePath.ts'

/** A value to add to a collection property. */
export type Append = RowAddress & {
  readonly part: PathPart
  readonly item: unknown
  /** Index of the new value; undefined appends. */
  readonly index: number | undefined
  readonly conditions: Conditions
}

const attempts = 10
const wire = { numbersAsText: true }

/**
 * Adds a value to a collection property (part 1, 11.4.9.2): the collection is read and written as a whole, on the
 * version read, and retried after concurrent changes. Faults: those of an update.
 */
export async function appended(store: ODataStore, append: Append): Promise<Written> {
  const { set, key, part, item, index, conditions } = append
  const { expected } = conditions
  for (let attempt = 1; ; attempt += 1) {
    const { values, version, hasVersions } = await valuesOf(store, append)
    const now: BodyValues = { [part.name]: values.toSpliced(index ?? values.length, 0, item) }
    if (!hasVersions) return store.update(set, key, now, { wire, expected })
    if (Array.isArray(expected) && !expected.includes(version)) throw fault('record.stale')
    try {
      return await store.update(set, key, now, { wire, expected: [version] })
    } catch (error) {
      const isLate = error instanceof Fault && error.code === 'record.stale'
      if (!isLate || attempt === attempts) throw error
    }
  }
}

type Found = { readonly values: readonly unknown[]; readonly version: string; readonly hasVersions: boolean }

function valuesOf(store: ODataStore, { set: name, key, part }: Append): Promise<Found> {
  return store.reading(async ({ model, engine, guards, run }) => {
    const set = entitySetOf(model, name)
    const resourcePath = pathToKey(resourcePathOf(set), keyOfText(set, key))
    const row = await run<RowAnswer>(engine.part(resourcePath, part, { guards, wire }), 'keyed')
    if (row.value === null) throw fault('record.unknown')
    const { value } = valueOfJson(row.value) as { readonly value: readonly unknown[] }
    return { values: value, version: row.version ?? '', hasVersions: set.etag !== undefined }
  })
}

/** The position in the query's `$index`. Fault: `request.malformed`. */
export function indexOf(query: string): number | undefined {
  const found = /(?:^|&)(?:\$|%24)index=([^&]*)/i.exec(query)?.[1]
  if (found === undefined) return undefined
  if (!/^-?\d{1,9}$/.test(found)) throw fault('request.malformed', {}, '$index')
  return Number(found)
}
