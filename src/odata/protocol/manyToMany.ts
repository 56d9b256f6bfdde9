import { Fault, fault } from '#faults/fault.ts'
import { entitySetOf } from '#odata/bind/resourcePath.ts'
import type { ListRow } from '#odata/page.ts'
import type { EntitySet, LinkColumns } from '#odata/model.ts'
import type { ODataStore } from '#odata/protocol/store.ts'
import { resourcePathOf } from '#odata/resourcePath.ts'

/** The keys of two linked rows: of this side, and of the other side. */
export type Pair = { readonly own: string; readonly theirs: string }

// The links are not shown, so the number format is irrelevant.
const wire = { numbersAsText: true } as const

/** Links two rows; existing links stay. Fault: `record.unknown` where the row of this side does not exist. */
export async function joinPair(store: ODataStore, through: LinkColumns, pair: Pair): Promise<void> {
  if ((await linkBetween(store, through, pair)) !== undefined) return
  const values = { [through.own]: pair.own, [through.theirs]: pair.theirs }
  await store.create(through.set, values, { wire }).catch((error: unknown) => {
    const isLost = error instanceof Fault && error.details.some(({ target }) => target === through.own)
    throw isLost ? fault('record.unknown') : error
  })
}

/** Removes the link between two rows. Returns whether a link existed. */
export async function separate(store: ODataStore, through: LinkColumns, pair: Pair): Promise<boolean> {
  const link = await linkBetween(store, through, pair)
  if (link === undefined) return false
  await store.remove(through.set, link, '*')
  return true
}

async function linkBetween(store: ODataStore, through: LinkColumns, pair: Pair): Promise<string | undefined> {
  return store.reading(async ({ model, engine, guards, run }) => {
    const set = entitySetOf(model, through.set)
    const own = `${through.own} eq ${literalOf(set, through.own, pair.own)}`
    const filter = `${own} and ${through.theirs} eq ${literalOf(set, through.theirs, pair.theirs)}`
    const query = `$select=${set.key}&$filter=${encodeURIComponent(filter)}&$top=1`
    const { value } = await run<ListRow>(engine.list(resourcePathOf(set), query, { guards, wire }).statement, 'brief')
    const [link] = JSON.parse(value) as Record<string, unknown>[]
    return link && String(link[set.key])
  })
}

function literalOf(set: EntitySet, name: string, key: string): string {
  return set.properties.get(name)?.type === 'Edm.String' ? `'${key.replaceAll("'", "''")}'` : key
}
