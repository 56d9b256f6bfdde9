import { requestConditions, refuseUnwanted } from '#odata/protocol/conditions.ts'
import { isFlat } from '#odata/protocol/deep.ts'
import { insertTree } from '#odata/protocol/deepWrite.ts'
import { joinPair } from '#odata/protocol/manyToMany.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { doIdempotently, readIdempotency } from '#odata/protocol/idempotency.ts'
import { readRowOnce } from '#odata/protocol/read.ts'
import { rowAddressOf, type RowAddress } from '#odata/protocol/reference.ts'
import { originOfRows } from '#odata/protocol/related.ts'
import type { ODataStore, BodyValues, Written } from '#odata/protocol/store.ts'
import { odataVersion } from '#odata/protocol/version.ts'
import { answerWrite } from '#odata/protocol/answerWrite.ts'
import { planWrite } from '#odata/protocol/writePlan.ts'
import { endOf, pathOrigin, type ResourcePath } from '#odata/resourcePath.ts'

/**
 * Creates a row with its nested rows. `given`: values implied by the address; `joined`: links that the address implies.
 */
export async function create(
  request: ODataRequest,
  store: ODataStore,
  set: string,
  {
    given = {},
    joined,
  }: { readonly given?: BodyValues; readonly joined?: (store: ODataStore, key: string) => Promise<void> } = {},
): Promise<ODataResponse> {
  const { plan, wire, query } = await planWrite(request, store, set)
  const answer = (inner: ODataStore, row: Written) =>
    answerWrite(request, inner, { set: plan.set, row, isNew: true, wire, query })
  if (isFlat(plan) && !joined) {
    const once = readIdempotency(request)
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
      return answer(store, { id: key, ...(await readRowOnce(store, { set, key, query: '', wire })) })
    },
  })
}

/** Creates a row in the collection of another row, by its lookup or by a link. */
export async function createRelated(
  request: ODataRequest,
  store: ODataStore,
  resourcePath: ResourcePath,
): Promise<ODataResponse> {
  const { set, link } = endOf(resourcePath)
  const origin = pathOrigin(resourcePath)
  if (!link || !origin) return create(request, store, set.name)
  const { key } = await rowAddressOf(store, origin)
  const { through, own } = link
  if (!through) return originOfRows(link, () => create(request, store, set.name, { given: { [own.name]: key } }))
  const links = { set: through.set.name, own: through.own.name, theirs: through.theirs.name }
  const joined = (inner: ODataStore, made: string) => joinPair(inner, links, { own: key, theirs: made })
  return create(request, store, set.name, { joined })
}

/** Deletes a row. */
export async function remove(
  request: ODataRequest,
  store: ODataStore,
  { set, key }: RowAddress,
): Promise<ODataResponse> {
  const conditions = requestConditions(request.headers)
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
