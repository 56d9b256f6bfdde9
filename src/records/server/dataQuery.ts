import { columnOf, isReadable, valueTypeOf, type Attribute, type Field } from '#attributes/attribute.ts'
import { filledQuery, readDataQuery, type DataQueryText } from '#attributes/dataQueryText.ts'
import { fault } from '#faults/fault.ts'
import type { EntityDefinition } from '#entities/entity.ts'
import { attributeById } from '#entities/model.ts'
import { answer } from '#odata/protocol/answer.ts'
import { currentSnapshot } from '#records/server/currentSnapshot.ts'
import { recordStore, type StoreContext } from '#records/server/recordStore.ts'

/** Result of a data query: a number as decimal digits, or rows of the queried entity set. */
export type DataQueryAnswer =
  | { readonly show: 'number'; readonly set: string; readonly value: string | null }
  | { readonly show: 'list' | 'chart'; readonly set: string; readonly value: readonly Row[] }
type Row = Readonly<Record<string, unknown>>

/** Lifetime of a cached answer in milliseconds: at most a minute (product ruling 2.5). */
const keptFor = 60_000
const keptAtMost = 1000
const rowsAtMost = 50

type Kept = { readonly at: number; readonly answer: Promise<DataQueryAnswer> }
const kept = new Map<string, Kept>()

/**
 * Runs the data query of an attribute for a record, with the rights of the reader. `fresh` bypasses the cache. Faults:
 * `definition.unknown`, `record.unknown`, and those of the query.
 */
export async function askDataQuery(
  asking: StoreContext,
  {
    attributeId,
    recordId,
    fresh,
  }: { readonly attributeId: string; readonly recordId: string; readonly fresh: boolean },
): Promise<DataQueryAnswer> {
  const { context, model } = await currentSnapshot(asking)
  const found = attributeById(model, attributeId)
  const query = found?.attribute.query
  const text = query && readDataQuery(query.text)
  if (!found || !text) throw fault('definition.unknown')
  const options = await filledFor(context, found.entity, recordId, text)
  const { environment, member, caller } = context
  // Each API key has its own restrictions and therefore its own cache entries.
  const way = caller.keyId ?? 'person'
  const rights = [environment.id, model.version, model.accessVersion, member.id, way]
  const key = [...rights, query.show, text.set, text.isCount, options].join('\u0001')
  const now = context.now().getTime()
  const known = kept.get(key)
  if (known && !fresh && now - known.at < keptFor) return known.answer
  const asked = ask(context, found.attribute, text, options)
  keep(key, { at: now, answer: asked })
  return asked
}

function keep(key: string, entry: Kept): void {
  kept.delete(key)
  kept.set(key, entry)
  // Refusals are not cached: the next attempt may succeed.
  entry.answer.catch(() => kept.get(key) === entry && kept.delete(key))
  const [oldest] = kept.keys()
  if (kept.size > keptAtMost && oldest !== undefined) kept.delete(oldest)
}

async function ask(
  context: StoreContext,
  { query }: Attribute,
  { set, isCount }: DataQueryText,
  options: string,
): Promise<DataQueryAnswer> {
  if (isCount) return { show: 'number', set, value: await read(context, `${set}/$count`, options) }
  const { value } = JSON.parse(await read(context, set, options)) as { value: readonly Row[] }
  if (query?.show !== 'number') return { show: query?.show ?? 'list', set, value }
  const [first] = Object.values(value[0] ?? {})
  return { show: 'number', set, value: first === undefined || first === null ? null : String(first) }
}

/**
 * The query options with the values of the record filled in. Fault: `record.unknown` where the member may not read the
 * record.
 */
async function filledFor(
  context: StoreContext,
  entity: EntityDefinition,
  recordId: string,
  text: DataQueryText,
): Promise<string> {
  const select = `$select=${['id', ...text.placeholders].join(',')}`
  const record = JSON.parse(await read(context, `${entity.uri}(${encodeURIComponent(recordId)})`, select)) as Row
  const fields = new Map(entity.fields.filter(isReadable).map((field) => [columnOf(field), field]))
  return filledQuery(text, (column) => {
    const field = fields.get(column)
    if (!field) throw fault('query.unknownName', { name: column, hint: 'none' }, column)
    return literalOf(field, record[column])
  })
}

/** A value as an OData literal. Quotes are escaped, so no value can end the literal. */
function literalOf(field: Field, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const { edm } = valueTypeOf(field)
  if (edm === 'Edm.Duration') return `duration'${String(value)}'`
  return edm === 'Edm.String' ? `'${String(value).replaceAll("'", "''")}'` : String(value)
}

async function read(context: StoreContext, path: string, query: string): Promise<string> {
  const store = recordStore(context, (error) => {
    throw error
  })
  const headers = {
    accept: 'application/json;odata.metadata=none;IEEE754Compatible=true',
    prefer: `maxpagesize=${rowsAtMost}`,
  }
  const plain = path.endsWith('/$count') ? { accept: 'text/plain' } : headers
  const { body } = await answer({ method: 'GET', path, query, headers: plain }, store)
  if (typeof body === 'string') return body
  let text = ''
  for await (const part of body ?? []) text += String(part)
  return text
}
