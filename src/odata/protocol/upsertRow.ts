import { Fault, fault } from '#faults/fault.ts'
import type { EntitySet } from '#odata/model.ts'
import { answerWrite } from '#odata/protocol/answerWrite.ts'
import { valueOfJson } from '#odata/protocol/body.ts'
import { requestConditions, refuseUnwanted, type Conditions } from '#odata/protocol/conditions.ts'
import { isFlat, type RowPlan } from '#odata/protocol/deep.ts'
import { insertTree, updateTree, type DeepWriting } from '#odata/protocol/deepWrite.ts'
import { doIdempotently } from '#odata/protocol/idempotency.ts'
import type { ODataRequest, ODataResponse } from '#odata/protocol/message.ts'
import { readRowOnce } from '#odata/protocol/read.ts'
import type { RowAddress } from '#odata/protocol/reference.ts'
import { settableOf } from '#odata/protocol/replace.ts'
import type { ODataStore, Written } from '#odata/protocol/store.ts'
import { planWrite } from '#odata/protocol/writePlan.ts'
import { etagHeader, headerVersions } from '#odata/serialize/etag.ts'

/** The row of a PATCH or PUT. `whole`: omitted values return to their defaults (PUT). */
export type UpsertAddress = RowAddress & { readonly whole: boolean }

/**
 * Answers a PATCH or PUT of a row and its nested rows: checks the preconditions, honours idempotency keys, and creates
 * a missing row (part 1, 11.4.4).
 */
export async function upsertRow(
  request: ODataRequest,
  store: ODataStore,
  { set, key, singleton, whole }: UpsertAddress,
): Promise<ODataResponse> {
  const { plan, wire, query } = await planWrite(request, store, set)
  const conditions = withOwnEtag(requestConditions(request.headers), request, plan)
  const answer = (inner: ODataStore, { row, isNew }: Upserted) =>
    answerWrite(request, inner, { set: plan.set, row, isNew, wire, query, singleton })
  return doIdempotently(request, store, {
    steps: isFlat(plan) ? 'one' : 'several',
    async work(inner) {
      await refuseUnwanted(inner, { set, key }, conditions)
      const writing = { store: inner, wire, whole }
      const upserted = conditions.onlyNew
        ? await insertAt(writing, plan, key).catch((error: unknown) =>
            refuseAs(error, 'record.keyTaken', 'record.exists'),
          )
        : await updateOrInsert(writing, plan, key, conditions)
      return { key: upserted.row.id, result: await answer(inner, upserted) }
    },
    async again() {
      const row = { id: key, ...(await readRowOnce(store, { set, key, query: '', wire })) }
      return answer(store, { row, isNew: false })
    },
  })
}

type Upserted = { readonly row: Written; readonly isNew: boolean }

async function updateOrInsert(
  writing: DeepWriting,
  plan: RowPlan,
  key: string,
  { expected }: Conditions,
): Promise<Upserted> {
  const update = async () => ({ row: await updateTree(writing, plan, { key, expected }), isNew: false })
  let unknown: unknown
  try {
    return await update()
  } catch (error) {
    unknown = error
    if (isOfRow(error, 'record.stale')) throw await withCurrent(writing, plan.set, key)
    if (!isOfRow(error, 'record.unknown')) throw error
    if (expected !== null) throw fault('record.absent')
    if (plan.set.insertable === false) throw error
  }
  try {
    return await insertAt(writing, plan, key)
  } catch (error) {
    // The row may exist invisibly: a member without the right to create gets only `record.unknown`.
    if (isOfRow(error, 'request.forbidden')) throw unknown
    // Somebody has just created the row, or the row exists invisibly.
    if (!isOfRow(error, 'record.keyTaken')) throw error
    return update()
  }
}

async function insertAt(writing: DeepWriting, plan: RowPlan, key: string): Promise<Upserted> {
  const values = settableOf(plan.set, plan.values)
  return { row: await insertTree(writing, { ...plan, values }, { key }), isNew: true }
}

/** In 4.01 a body may name the version that was read (JSON format 4.5.8); both conditions must hold then. */
function withOwnEtag(conditions: Conditions, { headers }: ODataRequest, { etag }: RowPlan): Conditions {
  const versions = headers['odata-version'] === '4.01' && typeof etag === 'string' ? headerVersions(etag) : undefined
  if (versions === undefined || versions === '*') return conditions
  const { expected } = conditions
  const both = expected === null || expected === '*' ? versions : expected.filter((each) => versions.includes(each))
  return { ...conditions, expected: both }
}

/** The fault for an outdated version carries the current row, so that a client can show or merge both. */
async function withCurrent({ store, wire }: DeepWriting, set: EntitySet, key: string): Promise<Fault> {
  const { value, version } = await readRowOnce(store, { set: set.name, key, query: '', wire })
  return new Fault({ code: 'record.stale' }, [], { current: valueOfJson(value), ...etagHeader(version) })
}

// Refusals of nested rows have a target.
function isOfRow(error: unknown, code: Fault['code']): error is Fault {
  return error instanceof Fault && error.code === code && error.target === undefined
}

function refuseAs(error: unknown, code: Fault['code'], instead: Fault['code']): never {
  throw isOfRow(error, code) ? fault(instead) : error
}
