import { Fault, fault } from '#faults/fault.ts'
import { entitySetOf } from '#odata/bind/resourcePath.ts'
import type { Wire } from '#odata/compile/writer.ts'
import type { EntitySet } from '#odata/model.ts'
import { valueOfJson, valuesOf } from '#odata/protocol/body.ts'
import { conditionsOf, refuseUnwanted, type Conditions } from '#odata/protocol/conditions.ts'
import { expandOf, isFlat, planOf, type RowPlan } from '#odata/protocol/deep.ts'
import { changeTree, insertTree, type Writing } from '#odata/protocol/deepWrite.ts'
import { join } from '#odata/protocol/manyToMany.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { preferencesOf, shownAs, wireOf } from '#odata/protocol/negotiation.ts'
import { doIdempotently, idempotencyOf } from '#odata/protocol/idempotency.ts'
import { rowOf } from '#odata/protocol/read.ts'
import { rowAddressOf, type RowAddress } from '#odata/protocol/reference.ts'
import { originOfRows } from '#odata/protocol/related.ts'
import type { Store, Values, Written } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { settableOf } from '#odata/protocol/replace.ts'
import { answerQueryOf, answerWrite } from '#odata/protocol/answerWrite.ts'
import { etagHeader, versionsOf } from '#odata/serialize/etag.ts'
import { endOf, keyed, originOf, resourcePathOf, type ResourcePath } from '#odata/resourcePath.ts'

/**
 * Makes a row from the body, with the rows that are nested in it; `given` is what its address says of it, `joined` what its
 * address does with it.
 */
export async function create(
  request: ODataRequest,
  store: Store,
  set: string,
  {
    given = {},
    joined,
  }: { readonly given?: Values; readonly joined?: (store: Store, key: string) => Promise<void> } = {},
): Promise<ODataResponse> {
  const { plan, wire, query } = await wantedOf(request, store, set)
  const answer = (inner: Store, row: Written) =>
    answerWrite(request, inner, { set: plan.set, row, isNew: true, wire, query })
  if (isFlat(plan) && !joined) {
    const once = idempotencyOf(request)
    return answer(store, await insertTree({ store, wire, whole: false }, plan, { given, once }))
  }
  return doIdempotently(request, store, {
    steps: 'several',
    async work(inner) {
      const row = await insertTree({ store: inner, wire, whole: false }, plan, { given })
      await joined?.(inner, row.id)
      return { key: row.id, result: await answer(inner, row) }
    },
    async again(key = '') {
      return answer(store, { id: key, ...(await rowOf(store, { set, key, query: '', wire })) })
    },
  })
}

/** Makes a row in a collection of another row: its lookup leads to that one, or the two are linked. */
export async function createRelated(
  request: ODataRequest,
  store: Store,
  resourcePath: ResourcePath,
): Promise<ODataResponse> {
  const { set, link } = endOf(resourcePath)
  const origin = originOf(resourcePath)
  if (!link || !origin) return create(request, store, set.name)
  const { key } = await rowAddressOf(store, origin)
  const { through, own } = link
  if (!through) return originOfRows(link, () => create(request, store, set.name, { given: { [own.name]: key } }))
  const links = { set: through.set.name, own: through.own.name, theirs: through.theirs.name }
  const joined = (inner: Store, made: string) => join(inner, links, { own: key, theirs: made })
  return create(request, store, set.name, { joined })
}

/** Changes what the body names of a row, and of the rows that are nested in it. A row that is not there is made. */
export function update(request: ODataRequest, store: Store, address: RowAddress): Promise<ODataResponse> {
  return change(request, store, { ...address, whole: false })
}

/** Replaces a row: what the body does not name goes back to its default. A row that is not there is made. */
export function replace(request: ODataRequest, store: Store, address: RowAddress): Promise<ODataResponse> {
  return change(request, store, { ...address, whole: true })
}

/** Takes a row away. */
export async function remove(request: ODataRequest, store: Store, { set, key }: RowAddress): Promise<ODataResponse> {
  const conditions = conditionsOf(request.headers)
  const gone = { status: 204, headers: odataVersion }
  return doIdempotently(request, store, {
    steps: 'one',
    async work(inner) {
      await refuseUnwanted(inner, { set, key }, conditions)
      await inner.remove(set, key, conditions.expected)
      return { key, result: gone }
    },
    again: () => Promise.resolve(gone),
  })
}

type Change = RowAddress & { readonly whole: boolean }

async function change(
  request: ODataRequest,
  store: Store,
  { set, key, singleton, whole }: Change,
): Promise<ODataResponse> {
  const { plan, wire, query } = await wantedOf(request, store, set)
  const conditions = withOwnEtag(conditionsOf(request.headers), request, plan)
  const answer = (inner: Store, row: Written, isNew: boolean) =>
    answerWrite(request, inner, { set: plan.set, row, isNew, wire, query, singleton })
  return doIdempotently(request, store, {
    steps: isFlat(plan) ? 'one' : 'several',
    async work(inner) {
      await refuseUnwanted(inner, { set, key }, conditions)
      const { row, isNew } = await changeOrMake({ store: inner, wire, whole }, plan, key, conditions)
      return { key: row.id, result: await answer(inner, row, isNew) }
    },
    again: async () => answer(store, { id: key, ...(await rowOf(store, { set, key, query: '', wire })) }, false),
  })
}

type Changed = { readonly row: Written; readonly isNew: boolean }

/** Changes the row of the key, or makes one under it (part 1, 11.4.4) where the conditions leave that open. */
async function changeOrMake(writing: Writing, plan: RowPlan, key: string, conditions: Conditions): Promise<Changed> {
  const { expected, onlyNew } = conditions
  const changed = async (): Promise<Changed> => ({
    row: await changeTree(writing, plan, { key, expected }),
    isNew: false,
  })
  if (onlyNew)
    return made(writing, plan, key).catch((error: unknown) => refuseAs(error, 'record.keyTaken', 'record.exists'))
  let unknown: unknown
  try {
    return await changed()
  } catch (error) {
    unknown = error
    if (isOfRow(error, 'record.stale')) throw await withCurrent(writing, plan.set, key)
    if (!isOfRow(error, 'record.unknown')) throw error
    if (expected !== null) throw fault('record.absent')
    if (plan.set.insertable === false) throw error
  }
  try {
    return await made(writing, plan, key)
  } catch (error) {
    // It may be there and not be seen: whoever may not make it is told no more than that they do not find it.
    if (isOfRow(error, 'request.forbidden')) throw unknown
    // Someone has just made it, or it is there and may not be seen.
    if (!isOfRow(error, 'record.keyTaken')) throw error
    return changed()
  }
}

async function made(writing: Writing, plan: RowPlan, key: string): Promise<Changed> {
  const values = settableOf(plan.set, plan.values)
  return { row: await insertTree(writing, { ...plan, values }, { key }), isNew: true }
}

type Wanted = { readonly plan: RowPlan; readonly wire: Wire; readonly query: string }

/** What a request wants written and answered; what cannot be answered is refused before anything is written. */
async function wantedOf(request: ODataRequest, store: Store, name: string): Promise<Wanted> {
  const { headers, body } = request
  const wire = shownAs(wireOf(headers, request.query), preferencesOf(headers))
  const values = valuesOf(headers, body)
  return store.reading(async ({ model, engine, guards }) => {
    const set = entitySetOf(model, name)
    const plan = planOf(model, set, values)
    const query = answerQueryOf(request, expandOf(plan))
    const property = set.properties.get(set.key)
    if (query !== '' && property)
      engine.row(keyed(resourcePathOf(set), [{ property, value: '' }]), query, { guards, wire })
    return Promise.resolve({ plan, wire, query })
  })
}

/** In 4.01 a body may tell the version that it was read in (JSON format 4.5.8); both conditions hold then. */
function withOwnEtag(conditions: Conditions, { headers }: ODataRequest, { etag }: RowPlan): Conditions {
  const versions = headers['odata-version'] === '4.01' && typeof etag === 'string' ? versionsOf(etag) : undefined
  if (versions === undefined || versions === '*') return conditions
  const { expected } = conditions
  const both = expected === null || expected === '*' ? versions : expected.filter((each) => versions.includes(each))
  return { ...conditions, expected: both }
}

/** A refusal for an old version carries the row as it now is, so that a client can show or merge both. */
async function withCurrent({ store, wire }: Writing, set: EntitySet, key: string): Promise<Fault> {
  const { value, version } = await rowOf(store, { set: set.name, key, query: '', wire })
  return new Fault({ code: 'record.stale' }, [], { current: valueOfJson(value), ...etagHeader(version) })
}

// What nested rows are refused for names their place.
function isOfRow(error: unknown, code: Fault['code']): error is Fault {
  return error instanceof Fault && error.code === code && error.target === undefined
}

function refuseAs(error: unknown, code: Fault['code'], instead: Fault['code']): never {
  throw isOfRow(error, code) ? fault(instead) : error
}
