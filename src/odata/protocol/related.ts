import { Fault, fault } from '#faults/fault.ts'
import type { Collection, EntitySet } from '#odata/model.ts'
import { readRowOnce } from '#odata/protocol/read.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import type { ListRow } from '#odata/page.ts'
import { queryLimits, overLimit } from '#odata/syntax/limits.ts'
import { followed, pathToKey, resourcePathOf, type Link } from '#odata/resourcePath.ts'

const wire = { numbersAsText: true } as const

/** The value of a property of a row, as the exact wire shows it. Fault: `record.unknown`. */
export async function readProperty(store: ODataStore, set: EntitySet, key: string, property: string): Promise<unknown> {
  const { value } = await readRowOnce(store, { set: set.name, key, query: `$select=${property}`, wire })
  return (JSON.parse(value) as Record<string, unknown>)[property]
}

/** The keys of the rows in a collection of a row that the asker may read; at most as many as a request may write. */
export async function keysOfRelated(
  store: ODataStore,
  set: EntitySet,
  key: string,
  { name }: Collection,
): Promise<readonly string[]> {
  return store.reading(async ({ model, engine, guards, run }) => {
    const property = set.properties.get(set.key)
    const resourcePath = property && followed(model, pathToKey(resourcePathOf(set), [{ property, value: key }]), name)
    const target = resourcePath?.stops.at(-1)?.set
    if (!resourcePath || !target) throw new Error(`${set.name}.${name} leads nowhere`)
    const query = `$select=${target.key}&$top=${queryLimits.deepRows + 1}`
    const { value } = await run<ListRow>(engine.list(resourcePath, query, { guards, wire }).statement, 'brief')
    const keys = (JSON.parse(value) as Record<string, unknown>[]).map((row) => String(row[target.key]))
    if (keys.length > queryLimits.deepRows) throw overLimit('deepRows', name)
    return keys
  })
}

/** Does work on a row of a collection; that the row around it is not there is no fault of a value. */
export async function originOfRows<Result>({ own }: Link, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    const isLost =
      error instanceof Fault &&
      error.details.some(({ code, target }) => code === 'validation.lookup' && target === own.name)
    throw isLost ? fault('record.unknown') : error
  }
}
